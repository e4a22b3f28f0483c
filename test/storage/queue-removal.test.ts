import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import { removeExpired } from '../../src/jobs/upkeep.ts';
import { type Db, findRow } from '../../src/storage/database.ts';
import { statement } from '../../src/storage/statement.ts';
import { makeMember } from '../support/builders.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { type MadeEvaluation, makeHumanEvaluation } from '../support/evaluations.ts';
import { expectProblem } from '../support/expect.ts';
import { HOUR_MS } from '../support/requests.ts';
import { takeTasks } from '../support/take-tasks.ts';
import { startWatchedServer } from '../support/watched-server.ts';

const ROWS = 300;
const TAKERS = 6;
const SWITCHES = 5;

const COUNT = statement(
  `SELECT (SELECT COUNT(*) FROM queues) AS queue_total, (SELECT COUNT(*) FROM tasks) AS task_total`,
  { queueTotal: 'integer', taskTotal: 'integer' },
);

const COUNT_STRAY = statement(
  `SELECT COUNT(*) AS stray FROM assignments a
   JOIN tasks t ON t.workspace_id = a.workspace_id AND t.id = a.task_id
   JOIN human_evaluations e ON e.workspace_id = a.workspace_id AND e.id = a.evaluation_id
   WHERE t.queue_id <> e.queue_id`,
  { stray: 'integer' },
);

describe('tasks of pairs that were given up', () => {
  test('are removed, except those with withdrawn judgements', async (t) => {
    const { server, db } = await startWatchedServer(t);
    const { owner } = server;
    const rows = Array.from({ length: ROWS }, (_, row) => ({ question: `row ${row}` }));
    const made = await makeHumanEvaluation(owner, { variantCount: 3, rows });
    await fillOutputs(owner, made);
    assert.deepEqual(await totals(db), [1, 3 * ROWS]);
    const [task] = await takeTasks(owner, made);
    const parameters = { assignment_id: task?.id ?? '' };
    await owner.submitJudgement({ parameters, body: { outcome: 'tie' } });
    await owner.withdrawJudgement({ parameters });

    await choosePairs(owner, made, 1);
    assert.deepEqual(await totals(db), [2, 4 * ROWS]);
    await removeExpired(db, Date.now());
    assert.deepEqual(await totals(db), [2, ROWS + 1]);
    await choosePairs(owner, made, 2);
    await removeExpired(db, Date.now());
    assert.deepEqual(await totals(db), [2, 2 * ROWS + 1]);
    const [judgement] = await owner.listJudgements({ parameters: made, query: { history: true } });
    assert.deepEqual(
      judgement?.versions?.map(({ outcome }) => outcome),
      ['tie', null],
    );
  });

  test('are removed when their settings were refused; a note on a scenario stays with it', async (t) => {
    const { server, db } = await startWatchedServer(t);
    const { owner } = server;
    const made = await makeHumanEvaluation(owner, { variantCount: 3 });
    const [scenario] = await owner.listEvaluationScenarios({ parameters: made });
    await owner.updateEvaluationScenario({
      parameters: { ...made, scenario_id: scenario?.id ?? '' },
      body: { note: 'keep me' },
    });
    const { headers } = await owner.reply.fetchEvaluationSettings({ parameters: made });
    const ifMatch = headers.get('etag') ?? '';
    const replies = await Promise.all(
      [1, 2, 1, 2].map((pairs_per_scenario) =>
        owner.reply.updateEvaluationSettings({
          parameters: made,
          body: { pairs_per_scenario },
          ifMatch,
        }),
      ),
    );
    const refused = replies.filter(({ status }) => status !== 200);
    assert.equal(refused.length, 3);
    for (const reply of refused) expectProblem(reply, 'revision_conflict');
    const { pairs_per_scenario } = await owner.fetchEvaluationSettings({ parameters: made });
    const kept = 1 + (pairs_per_scenario ?? 0);
    assert.deepEqual(await totals(db), [2, 3 + kept]);
    await removeExpired(db, Date.now() + 2 * HOUR_MS);
    assert.deepEqual(await totals(db), [1, kept]);
    const [noted] = await owner.listEvaluationScenarios({ parameters: made });
    assert.equal(noted?.note, 'keep me');
  });

  test('are not handed out, even to annotators who ask at that moment', async (t) => {
    const { server, db } = await startWatchedServer(t);
    const { owner } = server;
    const rows = Array.from({ length: 40 }, (_, row) => ({ question: `row ${row}` }));
    const made = await makeHumanEvaluation(owner, {
      variantCount: 4,
      rows,
      settings: { judgements_per_task: TAKERS },
    });
    await fillOutputs(owner, made);
    const takers = await Promise.all(
      Array.from({ length: TAKERS }, () => makeMember(server, ['evaluator'])),
    );
    let isOver = false;
    const taking = takers.map(async ({ client }) => {
      while (!isOver) {
        for (const { id } of await takeTasks(client, made, 5)) {
          // Some are deleted before they can be skipped.
          await client.reply.skipAssignment({ parameters: { assignment_id: id } });
        }
      }
    });
    for (let index = 0; index < SWITCHES; index += 1) {
      await choosePairs(owner, made, (index % 3) + 1);
      const row = await findRow(db, COUNT_STRAY, []);
      assert.equal(row?.stray, 0);
    }
    isOver = true;
    await Promise.all(taking);
    assert.equal((await findRow(db, COUNT_STRAY, []))?.stray, 0);
  });
});

async function totals(db: Db): Promise<[queues: number, tasks: number]> {
  const row = await findRow(db, COUNT, []);
  return [row?.queueTotal ?? -1, row?.taskTotal ?? -1];
}

async function choosePairs(
  client: Client,
  { evaluation_id }: MadeEvaluation,
  pairs_per_scenario: number,
): Promise<void> {
  await client.updateEvaluationSettings({
    parameters: { evaluation_id },
    body: { pairs_per_scenario },
    ifMatch: '*',
  });
}
