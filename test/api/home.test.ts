import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeMember } from '../support/builders.ts';
import { changeSettings } from '../support/change-settings.ts';
import { onEachEngine } from '../support/engines.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import {
  type EvaluationWish,
  makeEvaluationParts,
  makeHumanEvaluation,
  numberedRows,
} from '../support/evaluations.ts';
import { expectProblem } from '../support/expect.ts';
import { UNKNOWN_ID } from '../support/requests.ts';

onEachEngine((server) => {
  const makeReady = async (wish: EvaluationWish = {}) => {
    const made = await makeHumanEvaluation(server().owner, { rows: numberedRows(3), ...wish });
    await fillOutputs(server().owner, made);
    return made;
  };

  describe('fetchHome', () => {
    test('200 has the evaluations that the caller can judge, with remaining tasks', async () => {
      const { owner } = server();
      const evaluator = await makeMember(server(), ['evaluator']);
      const ready = await makeReady();
      const begun = await makeReady({ settings: { blind: false } });
      const empty = await makeHumanEvaluation(owner);
      const closed = await makeReady();
      const archived = await makeReady();
      const forGuests = await makeReady({ settings: { who_may_judge: 'guests' } });
      const forOthers = await makeReady({
        settings: { who_may_judge: 'listed', annotator_ids: [] },
      });
      await owner.closeHumanEvaluation({ parameters: closed });
      await changeSettings(owner, archived, { archived: true });
      const { assignments } = await evaluator.client.takeAssignments({
        parameters: begun,
        body: { count: 2 },
      });
      const [first] = assignments;
      await evaluator.client.submitJudgement({
        parameters: { assignment_id: first?.id ?? '' },
        body: { outcome: 'tie' },
      });
      const { to_judge, yours } = await evaluator.client.fetchHome({});
      assert.deepEqual(yours, []);
      const left = new Map(to_judge.map((one) => [one.evaluation_id, one]));
      assert.equal(left.get(ready.evaluation_id)?.remaining, 3);
      assert.equal(left.get(ready.evaluation_id)?.name, null);
      assert.equal(left.get(begun.evaluation_id)?.remaining, 2);
      assert.match(left.get(begun.evaluation_id)?.name ?? '', / vs /);
      for (const { evaluation_id } of [empty, closed, archived, forGuests, forOthers]) {
        assert.ok(!left.has(evaluation_id));
      }
    });

    test('has an open evaluation that is older than a hundred closed ones', async () => {
      const { owner } = server();
      const { evaluation_id } = await makeReady();
      const { body } = await makeEvaluationParts(owner);
      const closeNew = async () => {
        const { id } = await owner.createHumanEvaluation({ body });
        await owner.closeHumanEvaluation({ parameters: { evaluation_id: id } });
      };
      await Promise.all(Array.from({ length: 100 }, closeNew));
      const { to_judge } = await owner.fetchHome({});
      assert.ok(to_judge.some((one) => one.evaluation_id === evaluation_id));
    });

    test('has the caller’s evaluations, newest first, as listEvaluationOverviews', async () => {
      const editor = await makeMember(server(), ['editor']);
      const first = await makeHumanEvaluation(editor.client);
      const second = await makeHumanEvaluation(editor.client);
      const archived = await makeHumanEvaluation(editor.client);
      await changeSettings(editor.client, archived, { archived: true });
      const { yours } = await editor.client.fetchHome({});
      assert.deepEqual(
        yours.map(({ id }) => id),
        [second.evaluation_id, first.evaluation_id],
      );
      const query = { mine: true };
      assert.deepEqual(yours, await editor.client.listEvaluationOverviews({ query }));
    });

    test('404 workspace_not_found', async () => {
      const query = { workspace_id: UNKNOWN_ID };
      expectProblem(await server().owner.reply.fetchHome({ query }), 'workspace_not_found');
    });
  });

  describe('listDestinations', () => {
    test('200 has apps, variants, test sets and evaluations, newest first', async () => {
      const { owner } = server();
      const evaluator = await makeMember(server(), ['evaluator']);
      const older = await makeHumanEvaluation(owner);
      const made = await makeHumanEvaluation(owner);
      const { apps, variants, testsets, evaluations } = await owner.listDestinations({});
      const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);
      assert.deepEqual(idsOf(apps).slice(0, 2), [made.app_id, older.app_id]);
      assert.deepEqual(idsOf(variants).slice(0, 2), made.variants.map(({ id }) => id).toReversed());
      assert.deepEqual(testsets[0]?.id, made.testset_id);
      assert.deepEqual([testsets[0]?.app_id, variants[0]?.app_id], [made.app_id, made.app_id]);
      assert.deepEqual(idsOf(evaluations).slice(0, 2), [made.evaluation_id, older.evaluation_id]);
      assert.match(evaluations[0]?.name ?? '', / vs /);
      const blind = await evaluator.client.listDestinations({});
      assert.equal(blind.evaluations[0]?.name, null);
      assert.equal(blind.evaluations[0]?.testset_name, evaluations[0]?.testset_name);
    });

    test('404 workspace_not_found', async () => {
      const query = { workspace_id: UNKNOWN_ID };
      expectProblem(await server().owner.reply.listDestinations({ query }), 'workspace_not_found');
    });
  });
});
