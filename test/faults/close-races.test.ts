import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Assignment } from '../../src/contract/judging/assignments.ts';
import { createMigratedDatabase } from '../support/databases.ts';
import { rounds } from '../support/effort.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { type MadeEvaluation, makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { expectProblem } from '../support/expect.ts';
import { figure } from '../support/figure.ts';
import { enter, type MadeGuest, makeLink } from '../support/guests.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { takeTasks } from '../support/take-tasks.ts';

const RACES = rounds({ short: 30, long: 2_000 });
const ANNOTATORS = 12;
/** Every annotator judges at most one task in a race. */
const SCENARIOS = RACES;

describe('G13: an evaluation that is closed while twelve annotators judge, on two servers', () => {
  let servers: ServerProcess[] = [];
  let made: MadeEvaluation;
  const guests: MadeGuest[] = [];

  before(async () => {
    const databaseUrl = await createMigratedDatabase();
    // Guests of a long run send more requests than people do.
    const options = { databaseUrl, environment: { RATE_LIMIT_SESSION: '0' } };
    servers = await Promise.all([startServerProcess(options), startServerProcess(options)]);
    made = await makeHumanEvaluation(serverOf(0).owner, {
      rows: numberedRows(SCENARIOS),
      settings: { judgements_per_task: ANNOTATORS },
    });
    await fillOutputs(serverOf(0).owner, made);
    const link = await makeLink(serverOf(0).owner, {
      evaluationId: made.evaluation_id,
      max_uses: ANNOTATORS,
    });
    while (guests.length < ANNOTATORS) guests.push(await enter(serverOf(guests.length), link));
  });
  after(() => Promise.all(servers.map((server) => server.kill())));

  const serverOf = (turn: number): ServerProcess => {
    const server = servers[turn % servers.length];
    if (server === undefined) throw new Error('The servers run only while tests run.');
    return server;
  };

  test('accepts judgements before the close, and none after it was acknowledged', async () => {
    let taken = 0;
    let refused = 0;
    for (let race = 0; race < RACES; race += 1) {
      const { owner } = serverOf(race);
      const countJudgements = async () => {
        const { progress } = await owner.fetchEvaluationOverview({ parameters: made });
        return progress?.judgements;
      };
      const tasks = await Promise.all(guests.map((guest) => nextTask(guest)));
      const first = race % ANNOTATORS;
      const judge = (from: number, to: number) =>
        guests.slice(from, to).map((guest, index) => judgeTask(guest, tasks[from + index]));
      const sent = judge(0, first);
      const closed = owner.closeHumanEvaluation({ parameters: made }).then(countJudgements);
      sent.push(...judge(first, ANNOTATORS));
      const replies = await Promise.all(sent);
      const counted = await closed;
      assert.equal(await countJudgements(), counted);
      for (const reply of replies) {
        if (reply.status === 200) taken += 1;
        else {
          expectProblem(reply, 'evaluation_closed');
          refused += 1;
        }
      }
      assert.equal(counted, taken);
      await owner.reopenHumanEvaluation({ parameters: made });
    }
    assert.ok(taken > 0 && refused > 0, 'some judgements won the race and some lost it');
    figure('G13', `${RACES} closes among ${ANNOTATORS} annotators, none judged after one`);
  });

  const nextTask = async (guest: MadeGuest): Promise<Assignment> => {
    const [task] = await takeTasks(guest.browser, made);
    if (task === undefined) throw new Error('There is a task for each in every race.');
    return task;
  };
});

function judgeTask({ browser }: MadeGuest, task: Assignment | undefined) {
  return browser.reply.submitJudgement({
    parameters: { assignment_id: task?.id ?? '' },
    body: { outcome: 'tie' },
  });
}
