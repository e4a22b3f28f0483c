import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeMember } from '../support/builders.ts';
import { changeSettings, type SettingsChange } from '../support/change-settings.ts';
import { onEachEngine } from '../support/engines.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import {
  createFrom,
  type EvaluationWish,
  makeEvaluationParts,
  makeHumanEvaluation,
  numberedRows,
} from '../support/evaluations.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { judgeByFives } from '../support/judge-tasks.ts';
import type { TestServer } from '../support/running-server.ts';
import { takeTasks } from '../support/take-tasks.ts';
import { TIMESTAMP, unknownIds } from '../support/unknown-ids.ts';

const ANALYSIS = {
  zone: 0.1,
  level: 0.9,
  minimum_seconds: 2.5,
  exclusion_rules: ['one_sided', 'too_fast'],
} satisfies SettingsChange;

const DEFAULTS = {
  zone: null,
  level: 0.95,
  minimum_seconds: null,
  exclusion_rules: [],
  plan: null,
};

onEachEngine((server) => {
  const settingsOf = (evaluation_id: string) =>
    server().owner.fetchEvaluationSettings({ parameters: { evaluation_id } });

  describe('createHumanEvaluation', () => {
    test('stores how results are computed, with defaults for what is not sent', async () => {
      const { owner } = server();
      const plain = await makeHumanEvaluation(owner);
      assert.partialDeepStrictEqual(await settingsOf(plain.evaluation_id), DEFAULTS);
      const made = await makeHumanEvaluation(owner, { settings: ANALYSIS });
      assert.partialDeepStrictEqual(await settingsOf(made.evaluation_id), ANALYSIS);
      const { statistics } = await owner.fetchResults({ parameters: made });
      assert.equal(statistics.computation?.level, 0.9);
      assert.equal(statistics.computation?.exclusions.minimum_seconds, 2.5);
    });

    test('422 for zone or level out of range, and for unknown and repeated rules', async () => {
      const { owner } = server();
      const scoring = { type: 'single_model_test', settings: { score_min: 1, score_max: 5 } };
      const cases: readonly [EvaluationWish, string | readonly (string | number)[], string][] = [
        [{ settings: { zone: 0 } }, 'zone', 'value_error'],
        [{ settings: { zone: -0.1 } }, 'zone', 'value_error'],
        [{ settings: { zone: 0.5 } }, 'zone', 'value_error'],
        [withZone(scoring, 4), 'zone', 'value_error'],
        [withZone(scoring, 0), 'zone', 'value_error'],
        [{ settings: { level: 0.49 } }, 'level', 'greater_than_equal'],
        [{ settings: { level: 0.9991 } }, 'level', 'less_than_equal'],
        [{ settings: { minimum_seconds: -1 } }, 'minimum_seconds', 'greater_than_equal'],
        [{ settings: { minimum_seconds: 3601 } }, 'minimum_seconds', 'less_than_equal'],
        [
          { settings: { exclusion_rules: ['too_fast', 'too_fast'] } },
          ['exclusion_rules', 1],
          'value_error',
        ],
      ];
      for (const [wish, field, type] of cases) {
        const { body } = await makeEvaluationParts(owner, wish);
        const reply = await owner.reply.createHumanEvaluation({ body });
        expectInvalid(reply, { loc: ['body', 'settings', ...[field].flat()], type });
      }
      const parts = await makeEvaluationParts(owner, withZone(scoring, 3.9));
      const { evaluation_id } = await createFrom(owner, parts);
      assert.equal((await settingsOf(evaluation_id)).zone, 3.9);
      const unknown: object = { settings: { exclusion_rules: ['slow'] } };
      const { body } = await makeEvaluationParts(owner, unknown);
      const reply = await owner.reply.createHumanEvaluation({ body });
      expectInvalid(reply, { loc: ['body', 'settings', 'exclusion_rules', 0], type: 'enum' });
    });
  });

  describe('updateEvaluationSettings', () => {
    test('changes how results are computed freely before the first judgement', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner);
      const changed = await changeSettings(owner, made, ANALYSIS);
      assert.partialDeepStrictEqual(changed.body, { ...ANALYSIS, plan: null });
      const back = await changeSettings(owner, made, { zone: null, minimum_seconds: null });
      assert.partialDeepStrictEqual(back.body, { zone: null, minimum_seconds: null, level: 0.9 });
      assert.deepEqual(await owner.listSettingChanges({ parameters: made }), []);
    });

    test('422 for a zone that does not fit, even after a change of scale or type', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, {
        type: 'single_model_test',
        variantCount: 2,
        settings: { score_min: 0, score_max: 10, zone: 5 },
      });
      const faulty: readonly [SettingsChange, string][] = [
        [{ zone: 10 }, 'zone'],
        [{ zone: 0 }, 'zone'],
        [{ score_max: 5 }, 'score_max'],
        [{ score_min: 5 }, 'score_min'],
        [{ evaluation_type: 'human_a_b_testing' }, 'evaluation_type'],
      ];
      for (const [body, field] of faulty) {
        const reply = await changeSettings(owner, made, body);
        expectInvalid(reply, { loc: ['body', field], type: 'value_error' });
      }
      const below = await changeSettings(owner, made, { level: 0.49 });
      expectInvalid(below, { loc: ['body', 'level'], type: 'greater_than_equal' });
      const above = await changeSettings(owner, made, { level: 0.9991 });
      expectInvalid(above, { loc: ['body', 'level'], type: 'less_than_equal' });
      const repeated = await changeSettings(owner, made, {
        exclusion_rules: ['same_score', 'same_score'],
      });
      expectInvalid(repeated, { loc: ['body', 'exclusion_rules', 1], type: 'value_error' });
      const both = await changeSettings(owner, made, { score_max: 5, zone: 1 });
      assert.partialDeepStrictEqual(both.body, { score_max: 5, zone: 1 });
      const other = { evaluation_type: 'human_a_b_testing', zone: null } as const;
      assert.equal((await changeSettings(owner, made, other)).status, 200);
    });

    test('applies a change after the first judgement to the results', async () => {
      const { owner } = server();
      const made = await makeJudgedOnce(server());
      const parameters = { evaluation_id: made.evaluation_id };
      const before = await owner.fetchResults({ parameters });
      await changeSettings(owner, made, { level: 0.8, minimum_seconds: 60 });
      const { statistics } = await owner.fetchResults({ parameters });
      assert.equal(before.statistics.computation?.judgements, 1);
      assert.equal(statistics.computation?.level, 0.8);
      assert.equal(statistics.computation?.judgements, 0);
    });

    test('makes results warn of a change after the first judgement until it is undone', async () => {
      const { owner } = server();
      const made = await makeJudgedOnce(server());
      const warned = async (change: SettingsChange) => {
        await changeSettings(owner, made, change);
        const { statistics } = await owner.fetchResults({ parameters: made });
        return statistics.warnings?.includes('settings_changed');
      };
      assert.equal(await warned({ judgements_per_task: 3 }), false);
      assert.equal(await warned({ level: 0.8 }), true);
      assert.equal(await warned({ level: 0.95, zone: 0.1 }), true);
      assert.equal(await warned({ zone: null }), false);
      assert.equal(await warned({ exclusion_rules: ['too_fast'] }), true);
    });

    test('409 already_judged for fewer judgements per task, and for other rules', async () => {
      const { owner } = server();
      const made = await makeJudgedOnce(server());
      for (const body of [{ judgements_per_task: 1 }, { blind: false }, { allow_tie: false }]) {
        const reply = await changeSettings(owner, made, { ...body, level: 0.8 });
        expectProblem(reply, 'already_judged');
      }
      assert.deepEqual(await owner.listSettingChanges({ parameters: made }), []);
      assert.equal((await settingsOf(made.evaluation_id)).level, 0.95);
    });

    test('409 evaluation_closed for a change of the analysis after closing', async () => {
      const { owner } = server();
      const made = await makeJudgedOnce(server());
      await owner.closeHumanEvaluation({ parameters: made });
      expectProblem(await changeSettings(owner, made, { level: 0.8 }), 'evaluation_closed');
    });

    test('more judgements per task after the first judgement extend the evaluation', async () => {
      const { owner } = server();
      const made = await makeJudgedOnce(server());
      await judgeByFives(owner, made, () => ({ outcome: 'tie' }));
      const evaluator = await makeMember(server(), ['evaluator']);
      await judgeByFives(evaluator.client, made, () => ({ outcome: 'tie' }));
      const { status } = await owner.fetchHumanEvaluation({ parameters: made });
      assert.equal(status, 'EVALUATION_FINISHED');
      const changed = await changeSettings(owner, made, { judgements_per_task: 3 });
      assert.partialDeepStrictEqual(changed.body, {
        judgements_per_task: 3,
        judged_count: 0,
        plan: { scenario_count: 2, judgements_per_task: 2 },
      });
      const after = await owner.fetchHumanEvaluation({ parameters: made });
      assert.equal(after.status, 'EVALUATION_STARTED');
      const third = await makeMember(server(), ['evaluator']);
      await judgeByFives(third.client, made, () => ({ outcome: 'tie' }));
      const finished = await owner.fetchHumanEvaluation({ parameters: made });
      assert.equal(finished.status, 'EVALUATION_FINISHED');
    });
  });

  describe('fetchEvaluationSettings', () => {
    test('hides the analysis from annotators of a blind evaluation until it is closed', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, { settings: ANALYSIS });
      const { client } = await makeMember(server(), ['evaluator']);
      const parameters = { evaluation_id: made.evaluation_id };
      const blind = await client.reply.fetchEvaluationSettings({ parameters });
      for (const field of Object.keys(DEFAULTS)) assert.ok(!(field in blind.body), field);
      const before = await client.fetchHumanEvaluation({ parameters });
      await changeSettings(owner, made, { level: 0.8 });
      const later = await client.reply.fetchEvaluationSettings({ parameters });
      assert.deepEqual(later.body, blind.body);
      assert.equal(later.headers.get('etag'), blind.headers.get('etag'));
      assert.deepEqual(await client.fetchHumanEvaluation({ parameters }), before);
      await owner.closeHumanEvaluation({ parameters });
      assert.equal((await client.fetchEvaluationSettings({ parameters })).level, 0.8);
    });
  });

  describe('listSettingChanges', () => {
    test('200 lists who changed what, when, from what to what, after how many judgements', async () => {
      const { owner } = server();
      const made = await makeJudgedOnce(server());
      const editor = await makeMember(server(), ['editor']);
      await changeSettings(editor.client, made, { zone: 0.1, exclusion_rules: ['too_fast'] });
      await changeSettings(owner, made, { guidelines: 'Be fair.', zone: 0.1 });
      await changeSettings(owner, made, { level: 0.9, judgements_per_task: 4 });
      const listed = await owner.listSettingChanges({ parameters: made });
      const { id: ownerId } = await owner.fetchProfile();
      assert.deepEqual(
        listed.map(({ created_at, ...change }) => {
          assert.match(created_at, TIMESTAMP);
          return change;
        }),
        [
          { field: 'zone', before: null, after: 0.1, changed_by: editor.userId },
          { field: 'exclusion_rules', before: [], after: ['too_fast'], changed_by: editor.userId },
          { field: 'level', before: 0.95, after: 0.9, changed_by: ownerId },
          { field: 'judgements_per_task', before: 2, after: 4, changed_by: ownerId },
        ].map((change) => ({ ...change, judgements: 1 })),
      );
    });

    test('404 evaluation_not_found for unknown evaluations, 403 for annotators', async () => {
      for (const evaluation_id of unknownIds()) {
        const parameters = { evaluation_id };
        const reply = await server().owner.reply.listSettingChanges({ parameters });
        expectProblem(reply, 'evaluation_not_found');
      }
      const made = await makeHumanEvaluation(server().owner);
      const { client } = await makeMember(server(), ['evaluator']);
      expectProblem(await client.reply.listSettingChanges({ parameters: made }), 'forbidden');
    });
  });
});

function withZone(wish: EvaluationWish | object, zone: number): EvaluationWish {
  const { settings, ...rest }: EvaluationWish = wish;
  return { ...rest, settings: { ...settings, zone } };
}

/** Two scenarios of two judgements each, with a single one, made in a tenth of a second. */
async function makeJudgedOnce({ owner }: TestServer) {
  const settings = { judgements_per_task: 2 };
  const made = await makeHumanEvaluation(owner, { rows: numberedRows(2), settings });
  await fillOutputs(owner, made);
  const [task] = await takeTasks(owner, made);
  await owner.submitJudgement({
    parameters: { assignment_id: task?.id ?? '' },
    body: { outcome: 'tie', time_taken_ms: 100 },
  });
  return made;
}
