import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import { makeForeigner, makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import {
  type EvaluationWish,
  type MadeEvaluation,
  makeHumanEvaluation,
  numberedRows,
} from '../support/evaluations.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { judgeByFives } from '../support/judge-tasks.ts';
import { wrong } from '../support/requests.ts';
import { updateScenario } from '../support/scenarios.ts';
import { unknownIds } from '../support/unknown-ids.ts';

onEachEngine((server) => {
  /** An evaluation with outputs, ready to be judged. */
  const makeReady = async (wish: EvaluationWish = {}) => {
    const made = await makeHumanEvaluation(server().owner, wish);
    await fillOutputs(server().owner, made);
    return made;
  };
  const annotator = async () => (await makeMember(server(), ['evaluator'])).client;
  const take = async (client: Client, made: MadeEvaluation, count = 1) =>
    (await client.takeAssignments({ parameters: made, body: { count } })).assignments;
  const judge = (client: Client, { id }: { readonly id: string }) =>
    client.submitJudgement({ parameters: { assignment_id: id }, body: { outcome: 'tie' } });
  const questionOf = ({ inputs }: { inputs: readonly { input_value: string }[] }) =>
    inputs[0]?.input_value ?? '';

  /** Takes and judges one by one until nothing is left; returns the questions in that order. */
  const judgeAll = async (client: Client, made: MadeEvaluation) => {
    const questions: string[] = [];
    for (;;) {
      const [assignment] = await take(client, made);
      if (assignment === undefined) return questions;
      questions.push(questionOf(assignment));
      await judge(client, assignment);
    }
  };

  describe('fetchBrief', () => {
    test('200 describes the tasks, and the caller’s progress', async () => {
      const criterion = { name: 'clear', scale: { kind: 'binary' } } as const;
      const made = await makeReady({
        rows: numberedRows(3),
        settings: {
          allow_tie: false,
          score_min: 1,
          score_max: 5,
          criteria: [criterion],
          guidelines: '# Judge',
          presentation: 'markdown',
        },
      });
      const client = await annotator();
      const brief = await client.fetchBrief({ parameters: made });
      assert.deepEqual(brief, {
        evaluation_id: made.evaluation_id,
        annotator_id: (await client.fetchProfile()).id,
        organization_name: (await server().owner.fetchOwnOrganization()).name,
        evaluation_type: 'human_a_b_testing',
        open: true,
        allow_tie: false,
        allow_both_bad: true,
        score_min: 1,
        score_max: 5,
        criteria: [{ ...criterion, question: '', required: true, about: 'output' }],
        guidelines: '# Judge',
        guidelines_version: 1,
        presentation: 'markdown',
        progress: { judged: 0, skipped: 0, remaining: 3 },
      });
    });

    test('counts judged, skipped and remaining tasks, including those that the caller holds', async () => {
      const made = await makeReady({ rows: numberedRows(6) });
      const client = await annotator();
      const [first, second] = await take(client, made, 3);
      assert.ok(first && second);
      await judge(client, first);
      await client.skipAssignment({ parameters: { assignment_id: second.id }, body: {} });
      const { progress } = await client.fetchBrief({ parameters: made });
      assert.deepEqual(progress, { judged: 1, skipped: 1, remaining: 4 });
      const taken = await client.takeAssignments({ parameters: made });
      assert.deepEqual(taken.progress, progress);
      await server().owner.closeHumanEvaluation({ parameters: made });
      assert.equal((await client.fetchBrief({ parameters: made })).open, false);
    });

    test('counts all tasks that are left, and those that others hold', async () => {
      const made = await makeReady({ rows: numberedRows(260) });
      const [client, other] = [await annotator(), await annotator()];
      const remaining = async () =>
        (await client.fetchBrief({ parameters: made })).progress.remaining;
      assert.equal(await remaining(), 260);
      const [task] = await take(other, made);
      assert.ok(task);
      assert.equal(await remaining(), 260, 'a task that is held may come back');
      await judge(other, task);
      assert.equal(await remaining(), 259);
    });

    test('404 for an evaluation that the caller cannot see, 403 for viewers', async () => {
      const made = await makeReady();
      for (const evaluation_id of unknownIds()) {
        const reply = await server().owner.reply.fetchBrief({ parameters: { evaluation_id } });
        expectProblem(reply, 'evaluation_not_found');
      }
      const { client } = await makeMember(server(), ['viewer']);
      const refused = await client.reply.fetchBrief({ parameters: made });
      assert.equal(expectProblem(refused, 'forbidden')['permission'], 'run_evaluations');
    });
  });

  describe('takeAssignments', () => {
    test('200 hands out one task by default, with a lease', async () => {
      const made = await makeReady({ rows: numberedRows(10) });
      const client = await annotator();
      const { assignments, progress } = await client.takeAssignments({ parameters: made });
      assert.equal(assignments.length, 1);
      assert.deepEqual(progress, { judged: 0, skipped: 0, remaining: 10 });
      const [assignment] = assignments;
      assert.ok(assignment);
      assert.deepEqual(Object.keys(assignment), [
        'id',
        'evaluation_id',
        'status',
        'lease_expires_at',
        'inputs',
        'correct_answer',
        'slots',
        'flag',
        'skip_reason',
        'judgement',
      ]);
      assert.equal(assignment.status, 'open');
      const leaseMs = Date.parse(assignment.lease_expires_at ?? '') - Date.now();
      assert.ok(leaseMs > 14 * 60_000 && leaseMs <= 15 * 60_000, `${leaseMs}`);
      const position = Number(/\d+/.exec(questionOf(assignment)));
      assert.deepEqual(assignment.slots.map(({ output }) => output).toSorted(), [
        `output 0 of ${position}`,
        `output 1 of ${position}`,
      ]);
    });

    test('returns tasks that the caller holds first, then new ones up to the count', async () => {
      const made = await makeReady({ rows: numberedRows(10) });
      const client = await annotator();
      const two = await take(client, made, 2);
      const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);
      assert.deepEqual(ids(await take(client, made, 2)), ids(two));
      const five = await take(client, made, 5);
      assert.deepEqual(ids(five).slice(0, 2), ids(two));
      assert.equal(new Set(ids(five)).size, 5);
      assert.deepEqual(ids(await take(client, made, 1)), ids(two).slice(0, 1));
    });

    test('gives one annotator in two browsers the same tasks', async () => {
      const made = await makeReady({ rows: numberedRows(10) });
      const { client, browser } = await makeMember(server(), ['evaluator']);
      const taken = await Promise.all(
        [client, browser, client, browser].map((each) => take(each, made, 2)),
      );
      const ids = taken.map((list) => list.map(({ id }) => id));
      for (const list of ids) assert.deepEqual(list, ids[0]);
    });

    test('never hands out what the caller has judged, here or by the original route', async () => {
      const made = await makeReady({ rows: numberedRows(6), settings: { judgements_per_task: 2 } });
      const client = await annotator();
      await updateScenario({ client, made, position: 4 }, { vote: '1' });
      const questions = await judgeAll(client, made);
      const others = numberedRows(6).map(({ question }) => question);
      others.splice(4, 1);
      assert.deepEqual(questions.toSorted(), others);
    });

    test('hands each task to exactly judgements_per_task annotators, even in parallel', async () => {
      const made = await makeReady({ rows: numberedRows(6), settings: { judgements_per_task: 2 } });
      const people = await Promise.all([annotator(), annotator(), annotator(), annotator()]);
      const judged = await Promise.all(people.map((client) => judgeAll(client, made)));
      const counts = new Map<string, number>();
      for (const question of judged.flat()) counts.set(question, (counts.get(question) ?? 0) + 1);
      assert.deepEqual([...counts.values()], [2, 2, 2, 2, 2, 2]);
      for (const questions of judged) assert.equal(new Set(questions).size, questions.length);
      const { status } = await server().owner.fetchHumanEvaluation({ parameters: made });
      assert.equal(status, 'EVALUATION_FINISHED');
    });

    test('hands out each task once to an annotator who asks for more', async () => {
      const made = await makeReady({ rows: numberedRows(2), settings: { judgements_per_task: 3 } });
      for (const client of [await annotator(), await annotator(), await annotator()]) {
        assert.equal((await take(client, made, 5)).length, 2);
      }
      assert.deepEqual(await take(await annotator(), made, 5), []);
    });

    test('leaves out of the progress the tasks that others hold', async () => {
      const made = await makeReady();
      await take(await annotator(), made);
      const client = await annotator();
      const { assignments, progress } = await client.takeAssignments({ parameters: made });
      assert.deepEqual(assignments, []);
      assert.equal(progress.remaining, 0);
    });

    test('finishes begun scenarios before it opens new ones', async () => {
      const made = await makeReady({ rows: numberedRows(6), settings: { judgements_per_task: 3 } });
      const first = await annotator();
      const begun: string[] = [];
      for (let count = 0; count < 3; count += 1) {
        const [assignment] = await take(first, made);
        assert.ok(assignment);
        begun.push(questionOf(assignment));
        await judge(first, assignment);
      }
      const questions = await judgeAll(await annotator(), made);
      assert.equal(questions.length, 6);
      assert.deepEqual(questions.slice(0, 3), begun);
    });

    test('hands out next a task that came back before the place of the annotator', async () => {
      const made = await makeReady({ rows: numberedRows(6), settings: { judgements_per_task: 1 } });
      const [first, second] = [await annotator(), await annotator()];
      const [skipped] = await take(first, made);
      assert.ok(skipped);
      for (const assignment of await take(second, made, 2)) await judge(second, assignment);
      await first.skipAssignment({ parameters: { assignment_id: skipped.id } });
      const [next] = await take(second, made);
      assert.equal(next && questionOf(next), questionOf(skipped));
    });

    test('hands tasks to annotators who had none left once judgements_per_task grows', async () => {
      const made = await makeReady({ rows: numberedRows(2) });
      const [first, second] = [await annotator(), await annotator()];
      assert.equal((await take(first, made, 5)).length, 2);
      assert.deepEqual(await take(second, made), []);
      const parameters = { evaluation_id: made.evaluation_id };
      const { headers } = await server().owner.reply.fetchEvaluationSettings({ parameters });
      await server().owner.updateEvaluationSettings({
        parameters,
        ifMatch: headers.get('etag') ?? '',
        body: { judgements_per_task: 2 },
      });
      assert.equal((await take(second, made, 5)).length, 2);
      assert.deepEqual(await take(await annotator(), made), []);
    });

    test('hands out scenarios in a shuffled order, the same for all annotators', async () => {
      const rows = numberedRows(24);
      const made = await makeReady({ rows, settings: { judgements_per_task: 2 } });
      const questions = await judgeAll(await annotator(), made);
      assert.notDeepEqual(
        questions,
        rows.map(({ question }) => question),
      );
      assert.deepEqual(await judgeAll(await annotator(), made), questions);
    });

    test('hands out only tasks with all their outputs, others once they have them', async () => {
      const owner = server().owner;
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(2) });
      const client = await annotator();
      assert.deepEqual(await take(client, made, 5), []);
      const outputs = made.variants.map(({ id }) => ({ variant_id: id, variant_output: 'x' }));
      await updateScenario({ client: owner, made }, { outputs: outputs.slice(0, 1) });
      assert.deepEqual(await take(client, made, 5), []);
      await updateScenario({ client: owner, made, position: 1 }, { outputs });
      const [assignment, ...more] = await take(client, made, 5);
      assert.ok(assignment);
      assert.equal(questionOf(assignment), 'question 1');
      assert.deepEqual(more, []);
      await updateScenario({ client: owner, made }, { outputs });
      assert.equal((await take(client, made, 5)).length, 2);
    });

    test('409 once the evaluation is closed', async () => {
      const made = await makeReady();
      await server().owner.closeHumanEvaluation({ parameters: made });
      const reply = await server().owner.reply.takeAssignments({ parameters: made });
      expectProblem(reply, 'evaluation_closed');
    });

    test('403 for members whose roles or the settings do not let them judge', async () => {
      const listed = await makeMember(server(), ['evaluator']);
      const byList = await makeReady({
        settings: { who_may_judge: 'listed', annotator_ids: [listed.userId] },
      });
      const guestsOnly = await makeReady({ settings: { who_may_judge: 'guests' } });
      const viewer = (await makeMember(server(), ['viewer'])).client;
      const refused: readonly (readonly [Client, MadeEvaluation, RegExp])[] = [
        [viewer, await makeReady(), /^Your roles .* \(permission run_evaluations\)/],
        [await annotator(), byList, /^Only the members listed .* judge this evaluation/],
        [server().owner, byList, /^Only the members listed .* judge this evaluation/],
        [server().owner, guestsOnly, /^Only guests judge this evaluation/],
      ];
      for (const [client, made, why] of refused) {
        const reply = await client.reply.takeAssignments({ parameters: made });
        const problem = expectProblem(reply, 'forbidden');
        assert.equal(problem['permission'], 'run_evaluations');
        assert.match(String(problem['detail']), why);
      }
      assert.equal((await take(listed.client, byList)).length, 1);
    });

    test('404 for an evaluation that the caller cannot see', async () => {
      const foreign = await makeHumanEvaluation((await makeForeigner(server())).client);
      for (const evaluation_id of [...unknownIds(), foreign.evaluation_id]) {
        const reply = await server().owner.reply.takeAssignments({ parameters: { evaluation_id } });
        expectProblem(reply, 'evaluation_not_found');
      }
    });

    test('422 for counts outside 1 to 20', async () => {
      const made = await makeReady();
      const counts = [
        [0, 'greater_than_equal'],
        [21, 'less_than_equal'],
        [1.5, 'int_from_float'],
        ['1', 'int_type'],
      ] as const;
      for (const [count, type] of counts) {
        const reply = await server().owner.reply.takeAssignments({
          parameters: made,
          body: wrong({ count }),
        });
        expectInvalid(reply, { loc: ['body', 'count'], type });
      }
    });
  });

  describe('what an annotator is shown', () => {
    test('shows each variant on the left equally often in blocks of 8 to 16 tasks', async () => {
      const made = await makeReady({
        rows: numberedRows(48),
        settings: { judgements_per_task: 2 },
      });
      const inPairs: boolean[] = [];
      for (const client of [await annotator(), await annotator()]) {
        const sides: number[] = [];
        await judgeByFives(client, made, ({ slots }) => {
          sides.push(Number(/^output (\d)/.exec(slots[0]?.output ?? '')?.[1]));
          return { outcome: 'tie' };
        });
        assert.equal(sides.length, 48);
        const isBalanced = (length: number) =>
          Array.from({ length: Math.floor(48 / length) }, (_, block) =>
            sides.slice(block * length, (block + 1) * length),
          ).every((block) => 2 * block.filter((side) => side === 0).length === length);
        assert.ok([8, 10, 12, 14, 16].some(isBalanced), sides.join(' '));
        inPairs.push(isBalanced(2));
      }
      assert.ok(inPairs.includes(false));
    });

    test('names a variant differently in every task and for every annotator', async () => {
      const made = await makeReady({ rows: numberedRows(5), settings: { judgements_per_task: 2 } });
      const lists = [
        await take(await annotator(), made, 5),
        await take(await annotator(), made, 5),
      ];
      const slots = lists.flat().flatMap((assignment) => assignment.slots);
      assert.equal(slots.length, 20);
      assert.equal(new Set(slots.map(({ slot_id }) => slot_id)).size, 20);
      const text = JSON.stringify(lists);
      for (const { id, name } of made.variants)
        assert.ok(!text.includes(id) && !text.includes(name));
    });

    test('compares three variants in all pairs, one scenario after the other', async () => {
      const made = await makeReady({ rows: numberedRows(4), variantCount: 3 });
      const client = await annotator();
      const pairs: string[] = [];
      const questions: string[] = [];
      for (;;) {
        const [assignment] = await take(client, made);
        if (assignment === undefined) break;
        questions.push(questionOf(assignment));
        pairs.push(
          assignment.slots
            .map(({ output }) => output)
            .toSorted()
            .join(' | '),
        );
        await judge(client, assignment);
      }
      assert.equal(new Set(pairs).size, 12);
      for (const scenario of [0, 3, 6, 9]) {
        assert.equal(new Set(questions.slice(scenario, scenario + 3)).size, 1);
      }
    });

    test('compares pairs_per_scenario balanced pairs of each scenario', async () => {
      const made = await makeReady({
        rows: numberedRows(6),
        variantCount: 4,
        settings: { pairs_per_scenario: 1 },
      });
      const client = await annotator();
      const pairs: string[] = [];
      for (;;) {
        const [assignment] = await take(client, made);
        if (assignment === undefined) break;
        pairs.push(
          assignment.slots
            .map(({ output }) => output.split(' ')[1] ?? '')
            .toSorted()
            .join(),
        );
        await judge(client, assignment);
      }
      assert.deepEqual(pairs.toSorted(), ['0,1', '0,2', '0,3', '1,2', '1,3', '2,3']);
    });

    test('scores the outputs of a scenario one at a time', async () => {
      const made = await makeReady({ type: 'single_model_test', variantCount: 2 });
      const client = await annotator();
      const assignments = await take(client, made, 5);
      assert.deepEqual(
        assignments.map(({ slots }) => slots.map(({ output }) => output).join()).toSorted(),
        ['output 0 of 0', 'output 1 of 0'],
      );
    });
  });
});
