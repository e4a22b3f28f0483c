import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import type { JsonObject } from '../../src/contract/fields.ts';
import { makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import {
  type EvaluationWish,
  type MadeEvaluation,
  makeHumanEvaluation,
  numberedRows,
} from '../support/evaluations.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { enter, makeLink } from '../support/guests.ts';
import { judgeByFives, judgeTasks } from '../support/judge-tasks.ts';
import { takeTasks } from '../support/take-tasks.ts';
import { unknownIds } from '../support/unknown-ids.ts';

const TIE = { outcome: 'tie' };

onEachEngine((server) => {
  describe('extendHumanEvaluation', () => {
    test('200 with more judgements per task: annotators with nothing left get tasks again', async () => {
      const { owner } = server();
      const made = await makeFinished(owner, { rows: numberedRows(3) });
      const evaluator = await makeMember(server(), ['evaluator']);
      assert.deepEqual(await takeTasks(evaluator.client, made), []);
      const { body, headers } = await extend(owner, made, { judgements_per_task: 2 });
      assert.partialDeepStrictEqual(body, {
        judgements_per_task: 2,
        scenario_count: 3,
        judged_count: 0,
        plan: { scenario_count: 3, judgements_per_task: 1 },
      });
      const settings = await owner.reply.fetchEvaluationSettings({ parameters: made });
      assert.deepEqual(settings.body, body);
      assert.equal(settings.headers.get('etag'), headers.get('etag'));
      assert.equal(await statusOf(owner, made), 'EVALUATION_STARTED');
      await judgeByFives(evaluator.client, made, () => TIE);
      assert.equal(await statusOf(owner, made), 'EVALUATION_FINISHED');
      const { progress } = await owner.fetchResults({ parameters: made });
      assert.partialDeepStrictEqual(progress, {
        scenarios_judged: 3,
        judgements_have: 6,
        judgements_wanted: 6,
      });
    });

    test('200 with the new rows of a later revision, judged after the others once they have outputs', async () => {
      const { owner } = server();
      const made = await makeFinished(owner, { rows: numberedRows(3) });
      const old = await positionsOf(owner, made);
      // In another order, with one row twice and without one of the old rows.
      const rows = [...numberedRows(6), { question: 'question 5' }].slice(1).reverse();
      const revision = await reviseTestset(owner, made, rows);
      const { body } = await extend(owner, made, { testset_revision: revision });
      assert.partialDeepStrictEqual(body, {
        scenario_count: 7,
        judged_count: 3,
        testset_revision: revision,
        plan: { scenario_count: 3, judgements_per_task: 1 },
      });
      assert.equal(await statusOf(owner, made), 'EVALUATION_STARTED');
      const now = await positionsOf(owner, made);
      assert.deepEqual(now.slice(0, 3), old);
      assert.deepEqual(
        now.slice(3).map(({ inputs }) => inputs[0]?.input_value),
        ['question 5', 'question 5', 'question 4', 'question 3'],
      );
      assert.deepEqual(await takeTasks(owner, made), []);
      await fillNew(owner, made, 3);
      await judgeByFives(owner, made, () => TIE);
      assert.equal(await statusOf(owner, made), 'EVALUATION_FINISHED');
      const { progress, statistics } = await owner.fetchResults({ parameters: made });
      assert.partialDeepStrictEqual(progress, { scenarios: 7, scenarios_judged: 7, tasks: 7 });
      assert.equal(statistics.computation?.cases, 7);
      assert.equal(statistics.computation?.completed_cases, 7);
    });

    test('finishes old scenarios before it opens new ones, in shuffled order', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(10) });
      await fillOutputs(owner, made);
      const rows = Array.from({ length: 20 }, (_, index) => ({ question: `new ${index}` }));
      await extend(owner, made, { rows });
      await fillNew(owner, made, 10);
      const shown: string[] = [];
      await judgeTasks(owner, made, ({ inputs }) => {
        shown.push(inputs[0]?.input_value ?? '');
        return TIE;
      });
      assert.equal(shown.length, 30);
      assert.ok(shown.slice(0, 10).every((text) => text.startsWith('question')));
      assert.notDeepEqual(
        shown.slice(10),
        rows.map(({ question }) => question),
      );
      assert.equal(new Set(shown).size, 30);
    });

    test('keeps rotating through the pairs of three variants', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, {
        variantCount: 3,
        rows: numberedRows(4),
        settings: { pairs_per_scenario: 1 },
      });
      await fillOutputs(owner, made);
      await extend(owner, made, { rows: numberedRows(5) });
      await fillNew(owner, made, 4);
      const counts = new Map<string, number>();
      await judgeTasks(owner, made, ({ slots }) => {
        const shown = slots.map(({ output }) => output.split(' ')[1] ?? '');
        const pair = ['0', '1', '2'].filter((variant) => shown.includes(variant)).join();
        counts.set(pair, (counts.get(pair) ?? 0) + 1);
        return TIE;
      });
      assert.deepEqual([...counts.values()], [3, 3, 3]);
    });

    test('extends every kind of evaluation twice, and keeps its first plan', async () => {
      const { owner } = server();
      for (const wish of [
        { type: 'human_a_b_testing', variantCount: 3 },
        { type: 'single_model_test', variantCount: 2 },
        { type: 'single_model_test', variantCount: 1 },
      ] as const) {
        const made = await makeFinished(owner, { ...wish, rows: numberedRows(2) });
        await extend(owner, made, { rows: [{ question: 'a' }], judgements_per_task: 2 });
        const { body } = await extend(owner, made, { rows: [{ question: 'b' }] });
        assert.partialDeepStrictEqual(body, {
          scenario_count: 4,
          judgements_per_task: 2,
          plan: { scenario_count: 2, judgements_per_task: 1 },
        });
        await fillNew(owner, made, 2);
        const guests = await makeLink(owner, { evaluationId: made.evaluation_id, max_uses: 2 });
        for (const name of ['one', 'two']) {
          const { browser } = await enter(server(), guests, name);
          await judgeTasks(browser, made, () => judgementOf(made));
        }
        assert.equal(await statusOf(owner, made), 'EVALUATION_FINISHED', JSON.stringify(wish));
        const changes = await owner.listSettingChanges({ parameters: made });
        assert.deepEqual(
          changes.map(({ field, before, after }) => [field, before, after]),
          [
            ['judgements_per_task', 1, 2],
            ['scenario_count', 2, 3],
            ['scenario_count', 3, 4],
          ],
        );
      }
    });

    test('changes the plan itself before the first judgement', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner);
      const { body } = await extend(owner, made, { rows: numberedRows(2) });
      assert.partialDeepStrictEqual(body, { scenario_count: 3, plan: null });
      const [change] = await owner.listSettingChanges({ parameters: made });
      assert.equal(change?.judgements, 0);
    });

    test('lets the evaluation type be changed afterwards, for all scenarios', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(2) });
      await extend(owner, made, { rows: [{ question: 'new' }] });
      const parameters = { evaluation_id: made.evaluation_id };
      const body = { evaluation_type: 'single_model_test' } as const;
      await owner.updateEvaluationSettings({ parameters, body, ifMatch: '*' });
      await extend(owner, made, { rows: [{ question: 'newer' }] });
      const scoring = { ...made, evaluation_type: 'single_model_test' } as const;
      await fillOutputs(owner, scoring);
      let judged = 0;
      await judgeTasks(owner, made, () => {
        judged += 1;
        return { score: 7 };
      });
      assert.equal(judged, 8);
      assert.equal(await statusOf(owner, made), 'EVALUATION_FINISHED');
    });

    test('409 evaluation_closed until it is reopened', async () => {
      const { owner } = server();
      const made = await makeFinished(owner, { rows: numberedRows(1) });
      await owner.closeHumanEvaluation({ parameters: made });
      const body = { rows: numberedRows(1) };
      const refused = await owner.reply.extendHumanEvaluation({ parameters: made, body });
      assert.match(expectProblem(refused, 'evaluation_closed').detail, /reopen it/);
      await owner.reopenHumanEvaluation({ parameters: made });
      assert.equal((await extend(owner, made, body)).status, 200);
      assert.equal(await statusOf(owner, made), 'EVALUATION_STARTED');
    });

    test('422 for nothing to extend, fewer judgements, an older revision, and rows without inputs', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, { settings: { judgements_per_task: 2 } });
      const value_error = 'value_error';
      const cases: readonly [Extension, (string | number)[], string][] = [
        [{}, ['body'], value_error],
        [{ judgements_per_task: 2 }, ['body', 'judgements_per_task'], value_error],
        [{ judgements_per_task: 1 }, ['body', 'judgements_per_task'], value_error],
        [{ judgements_per_task: 21 }, ['body', 'judgements_per_task'], 'less_than_equal'],
        [{ testset_revision: 1 }, ['body', 'testset_revision'], value_error],
        [{ rows: [] }, ['body', 'rows'], 'too_short'],
        [{ rows: numberedRows(1001) }, ['body', 'rows'], 'too_long'],
        [
          { rows: [{ question: 'why?' }, { answer: 'so' }] },
          ['body', 'rows', 1, 'question'],
          'missing',
        ],
      ];
      for (const [body, loc, type] of cases) {
        const reply = await owner.reply.extendHumanEvaluation({ parameters: made, body });
        expectInvalid(reply, { loc, type });
      }
      const same = await reviseTestset(owner, made, [{ question: 'why?' }]);
      const nothing = await owner.reply.extendHumanEvaluation({
        parameters: made,
        body: { testset_revision: same, judgements_per_task: 3 },
      });
      expectInvalid(nothing, { loc: ['body', 'testset_revision'], type: value_error });
      const { scenario_count, judgements_per_task } = await owner.fetchEvaluationSettings({
        parameters: made,
      });
      assert.deepEqual([scenario_count, judgements_per_task], [1, 2]);
      assert.deepEqual(await owner.listSettingChanges({ parameters: made }), []);
    });

    test('404 revision_not_found, and 400 columns_mismatch for rows that lack an input', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner);
      const parameters = { evaluation_id: made.evaluation_id };
      const unknown = { testset_revision: 9 };
      const missing = await owner.reply.extendHumanEvaluation({ parameters, body: unknown });
      expectProblem(missing, 'revision_not_found');
      const rows = [{ question: 'why?' }, { other: 'x' }];
      const testset_revision = await reviseTestset(owner, made, rows);
      const body = { testset_revision };
      const reply = await owner.reply.extendHumanEvaluation({ parameters, body });
      const problem = expectProblem(reply, 'columns_mismatch');
      assert.deepEqual(problem['missing'], [{ input: 'question', row: 1 }]);
      assert.match(
        problem.detail,
        /^Row 2 of the test set has no column "question".*Add it to the test set/,
      );
      assert.equal((await positionsOf(owner, made)).length, 1);
    });

    test('keeps the test set from being deleted', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner);
      const body = { testset_ids: [made.testset_id] };
      expectProblem(await owner.reply.deleteTestsets({ body }), 'in_use');
    });

    test('404 evaluation_not_found for unknown evaluations, 403 for annotators', async () => {
      const body = { judgements_per_task: 2 };
      for (const evaluation_id of unknownIds()) {
        const parameters = { evaluation_id };
        const reply = await server().owner.reply.extendHumanEvaluation({ parameters, body });
        expectProblem(reply, 'evaluation_not_found');
      }
      const made = await makeHumanEvaluation(server().owner);
      const { client } = await makeMember(server(), ['evaluator']);
      const reply = await client.reply.extendHumanEvaluation({ parameters: made, body });
      expectProblem(reply, 'forbidden');
    });

    test('applies each of simultaneous extensions as a whole, or 409 revision_conflict', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner);
      const replies = await Promise.all(
        Array.from({ length: 6 }, (_, index) => {
          const rows = Array.from({ length: 5 }, (__, row) => ({ question: `${index} ${row}` }));
          return owner.reply.extendHumanEvaluation({ parameters: made, body: { rows } });
        }),
      );
      const done = replies.filter(({ status }) => status === 200).length;
      assert.ok(done > 0);
      for (const reply of replies) {
        if (reply.status !== 200) expectProblem(reply, 'revision_conflict');
      }
      const positions = await positionsOf(owner, made);
      assert.equal(positions.length, 1 + 5 * done);
      assert.deepEqual(
        positions.map(({ position }) => position),
        positions.map((_, index) => index),
      );
    });

    test('gives every scenario its tasks while the evaluation type changes', async () => {
      const { owner } = server();
      for (let round = 0; round < 4; round += 1) {
        const made = await makeHumanEvaluation(owner, { rows: numberedRows(6) });
        const parameters = { evaluation_id: made.evaluation_id };
        const body = { evaluation_type: 'single_model_test' } as const;
        const [changed] = await Promise.all([
          owner.reply.updateEvaluationSettings({ parameters, body, ifMatch: '*' }),
          owner.reply.extendHumanEvaluation({ parameters, body: { rows: numberedRows(3) } }),
        ]);
        if (changed.status !== 200) expectProblem(changed, 'revision_conflict');
        const { scenario_count, evaluation_type } = await owner.fetchEvaluationSettings({
          parameters,
        });
        assert.equal(scenario_count, 9);
        await fillOutputs(owner, { ...made, evaluation_type });
        const { progress } = await owner.fetchResults({ parameters });
        const tasks = evaluation_type === 'single_model_test' ? 18 : 9;
        assert.partialDeepStrictEqual(progress, { tasks, tasks_ready: tasks });
      }
    });

    test('shows the progress of before or after while it is extended, never a mixture', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(1) });
      let isExtending = true;
      const follow = async () => {
        while (isExtending) {
          const { progress } = await owner.fetchResults({ parameters: made });
          assert.equal(progress?.judgements_wanted, (progress?.scenarios ?? 0) ** 2);
        }
      };
      const extendStepwise = async () => {
        for (let round = 2; round < 10; round += 1) {
          const body = { rows: [{ question: `row ${round}` }], judgements_per_task: round };
          await extend(owner, made, body);
        }
        isExtending = false;
      };
      await Promise.all([extendStepwise(), ...Array.from({ length: 6 }, follow)]);
    });

    test('loses no judgement and keeps all counts right while others judge and close', async () => {
      const { owner } = server();
      for (let round = 0; round < 3; round += 1) {
        const made = await makeHumanEvaluation(owner, { rows: numberedRows(8) });
        await fillOutputs(owner, made);
        const link = await makeLink(owner, { evaluationId: made.evaluation_id, max_uses: 3 });
        const guests = await Promise.all(
          ['one', 'two', 'three'].map((name) => enter(server(), link, name)),
        );
        const tasks = await Promise.all(guests.map(({ browser }) => takeTasks(browser, made, 3)));
        const judged = guests.flatMap(({ browser }, index) =>
          (tasks[index] ?? []).map(({ id }) =>
            browser.reply.submitJudgement({ parameters: { assignment_id: id }, body: TIE }),
          ),
        );
        const more = owner.reply.extendHumanEvaluation({
          parameters: made,
          body: { judgements_per_task: 3, rows: [{ question: `late ${round}` }] },
        });
        const closed = owner.reply.closeHumanEvaluation({ parameters: made });
        const replies = await Promise.all(judged);
        const isExtended = (await more).status === 200;
        if (!isExtended) expectProblem(await more, 'evaluation_closed');
        assert.equal((await closed).status, 200);
        const accepted = replies.filter((reply) => reply.status === 200).length;
        await owner.reopenHumanEvaluation({ parameters: made });
        const perTask = isExtended ? 3 : 1;
        const { progress } = await owner.fetchResults({ parameters: made });
        assert.partialDeepStrictEqual(progress, {
          judgements: accepted,
          judgements_have: accepted,
          scenarios: isExtended ? 9 : 8,
          judgements_wanted: (isExtended ? 9 : 8) * perTask,
          scenarios_judged: isExtended ? 0 : accepted,
        });
        await fillNew(owner, made, 8);
        for (const { browser } of guests) await judgeTasks(browser, made, () => TIE);
        assert.equal(await statusOf(owner, made), 'EVALUATION_FINISHED');
        const { progress: whole } = await owner.fetchResults({ parameters: made });
        assert.equal(whole?.judgements, whole?.judgements_wanted);
      }
    });
  });
});

type Extension = NonNullable<Parameters<Client['extendHumanEvaluation']>[0]['body']>;

async function extend(owner: Client, { evaluation_id }: MadeEvaluation, body: Extension) {
  const reply = await owner.reply.extendHumanEvaluation({ parameters: { evaluation_id }, body });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return reply;
}

/** An evaluation that its owner has judged. */
async function makeFinished(owner: Client, wish: EvaluationWish): Promise<MadeEvaluation> {
  const made = await makeHumanEvaluation(owner, wish);
  await fillOutputs(owner, made);
  await judgeByFives(owner, made, () => judgementOf(made));
  assert.equal(await statusOf(owner, made), 'EVALUATION_FINISHED');
  return made;
}

function judgementOf({ evaluation_type }: MadeEvaluation) {
  return evaluation_type === 'human_a_b_testing' ? TIE : { score: 50 };
}

async function statusOf(owner: Client, made: MadeEvaluation): Promise<string> {
  return (await owner.fetchHumanEvaluation({ parameters: made })).status;
}

async function positionsOf(owner: Client, { evaluation_id }: MadeEvaluation) {
  return owner.listEvaluationScenarios({ parameters: { evaluation_id } });
}

/** Writes the outputs of scenarios from a position on: earlier ones may be judged. */
async function fillNew(owner: Client, made: MadeEvaluation, from: number): Promise<void> {
  const { evaluation_id, evaluation_type, variants } = made;
  for (const { id, position } of await positionsOf(owner, made)) {
    if (position < from) continue;
    await owner.updateEvaluationScenario({
      parameters: { evaluation_id, scenario_id: id, evaluation_type },
      body: {
        outputs: variants.map(({ id: variant_id }, variant) => ({
          variant_id,
          variant_output: `output ${variant} of ${position}`,
        })),
      },
    });
  }
}

/** Returns the number of the new revision. */
async function reviseTestset(
  owner: Client,
  { testset_id }: MadeEvaluation,
  csvdata: JsonObject[],
): Promise<number> {
  const { name } = await owner.fetchTestset({ parameters: { testset_id } });
  await owner.updateTestset({ parameters: { testset_id }, body: { name, csvdata } });
  return (await owner.fetchTestset({ parameters: { testset_id } })).revision;
}
