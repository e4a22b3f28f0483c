import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import { makeForeigner, makeMember } from '../support/builders.ts';
import { changeSettings, type SettingsChange } from '../support/change-settings.ts';
import { onEachEngine } from '../support/engines.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import {
  createFrom,
  type MadeEvaluation,
  makeEvaluationParts,
  makeHumanEvaluation,
} from '../support/evaluations.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { UNKNOWN_ID, wrong } from '../support/requests.ts';
import { takeTasks } from '../support/take-tasks.ts';
import { unknownIds } from '../support/unknown-ids.ts';
import { sendVote } from '../support/votes.ts';

const EDITORS = 8;
const EDITS_EACH = 10;

onEachEngine((server) => {
  describe('fetchEvaluationSettings', () => {
    test('200 has the default settings', async () => {
      const { owner } = server();
      const parameters = await makeHumanEvaluation(owner, { rows: [{ a: '1' }, { a: '2' }] });
      const { testset_revision_id, name, ...settings } = await owner.fetchEvaluationSettings({
        parameters,
      });
      assert.match(testset_revision_id, /^[0-9a-f-]{36}$/);
      assert.match(name ?? '', / vs .* on /);
      assert.deepEqual(settings, {
        evaluation_id: parameters.evaluation_id,
        evaluation_type: 'human_a_b_testing',
        inputs: ['a'],
        expected_column: 'correct_answer',
        judgements_per_task: 1,
        score_min: 0,
        score_max: 100,
        testset_revision: 1,
        scenario_count: 2,
        judged_count: 0,
        locked: false,
        closed_at: null,
        closed_by: null,
        blind: true,
        allow_tie: true,
        allow_both_bad: true,
        pairs_per_scenario: null,
        criteria: [],
        guidelines: '',
        guidelines_version: 1,
        presentation: 'auto',
        who_may_judge: 'members',
        annotator_ids: [],
        archived: false,
        description: '',
        zone: null,
        level: 0.95,
        minimum_seconds: null,
        exclusion_rules: [],
        plan: null,
      });
    });

    test('200 shows how many scenarios are judged, and who closed the evaluation', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, { rows: [{ a: '1' }, { a: '2' }] });
      await judgeOne(owner, made);
      await owner.closeHumanEvaluation({ parameters: made });
      const settings = await owner.fetchEvaluationSettings({ parameters: made });
      assert.equal(settings.judged_count, 1);
      assert.equal(settings.locked, true);
      assert.equal(settings.closed_by, (await owner.fetchProfile()).id);
      assert.notEqual(settings.closed_at, null);
    });

    test('304 while nothing has changed, also for viewers', async () => {
      const { client } = await makeMember(server(), ['viewer']);
      const parameters = await makeHumanEvaluation(server().owner);
      const first = await client.reply.fetchEvaluationSettings({ parameters });
      assert.equal(first.status, 200);
      const again = await client.reply.fetchEvaluationSettings({
        parameters,
        ifNoneMatch: first.headers.get('etag') ?? '',
      });
      assert.equal(again.status, 304);
    });

    test('404 for an evaluation that the caller cannot see', async () => {
      const foreign = await makeHumanEvaluation((await makeForeigner(server())).client);
      for (const evaluation_id of [...unknownIds(), foreign.evaluation_id]) {
        const reply = await server().owner.reply.fetchEvaluationSettings({
          parameters: { evaluation_id },
        });
        expectProblem(reply, 'evaluation_not_found');
      }
    });
  });

  describe('updateEvaluationSettings', () => {
    test('200 changes everything before the first judgement', async () => {
      const { owner } = server();
      const { userId } = await makeMember(server(), ['evaluator']);
      const parameters = await makeHumanEvaluation(owner);
      const before = await owner.fetchHumanEvaluation({ parameters });
      const body: SettingsChange = {
        judgements_per_task: 3,
        score_min: -1,
        score_max: 1.5,
        blind: false,
        allow_tie: false,
        allow_both_bad: false,
        guidelines: '# Look closely',
        presentation: 'markdown',
        who_may_judge: 'listed',
        annotator_ids: [userId.toUpperCase().replaceAll('-', '')],
      };
      const reply = await changeSettings(owner, parameters, body);
      assert.equal(reply.status, 200, JSON.stringify(reply.body));
      const fetched = await owner.reply.fetchEvaluationSettings({ parameters });
      assert.deepEqual(reply.body, fetched.body);
      assert.equal(reply.headers.get('etag'), fetched.headers.get('etag'));
      assert.deepEqual(fetched.body, {
        ...fetched.body,
        ...body,
        annotator_ids: [userId],
        guidelines_version: 2,
      });
      const after = await owner.fetchHumanEvaluation({ parameters });
      assert.ok(after.updated_at > before.updated_at);
      assert.deepEqual({ ...after, updated_at: '' }, { ...before, updated_at: '' });
    });

    test('200 changes nothing for {} or the current values', async () => {
      const { owner } = server();
      const parameters = await makeHumanEvaluation(owner);
      const before = await owner.reply.fetchEvaluationSettings({ parameters });
      const { updated_at } = await owner.fetchHumanEvaluation({ parameters });
      const { judgements_per_task, score_min, blind, guidelines } = before.body;
      const same = { judgements_per_task, score_min, blind, guidelines };
      for (const body of [{}, same, { pairs_per_scenario: null }]) {
        const reply = await changeSettings(owner, parameters, body);
        assert.deepEqual(reply.body, before.body);
        assert.equal(reply.headers.get('etag'), before.headers.get('etag'));
      }
      assert.equal((await owner.fetchHumanEvaluation({ parameters })).updated_at, updated_at);
    });

    test('200 after a judgement for what it records, 409 already_judged for the rest', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, {
        rows: [{ a: '1' }, { a: '2' }],
        settings: { judgements_per_task: 2 },
      });
      const [scenario] = await judgeOne(owner, made);
      const binding: SettingsChange[] = [
        { judgements_per_task: 1 },
        { score_min: 1 },
        { score_max: 7 },
        { blind: false },
        { allow_tie: false },
        { allow_both_bad: false },
      ];
      for (const body of binding) {
        expectProblem(await changeSettings(owner, made, body), 'already_judged');
      }
      const { id } = await owner.fetchProfile();
      const reply = await changeSettings(owner, made, {
        judgements_per_task: 2,
        guidelines: 'read twice',
        presentation: 'json',
        who_may_judge: 'listed',
        annotator_ids: [id],
      });
      assert.equal(reply.status, 200, JSON.stringify(reply.body));
      assert.equal(reply.body.guidelines_version, 2);

      await sendVote(owner, made, { scenario_id: scenario?.id ?? '', vote: '' });
      for (const body of binding)
        assert.equal((await changeSettings(owner, made, body)).status, 200);
    });

    test('409 evaluation_closed unless nothing changes', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner);
      await owner.closeHumanEvaluation({ parameters: made });
      expectProblem(
        await changeSettings(owner, made, { guidelines: 'too late' }),
        'evaluation_closed',
      );
      expectProblem(await changeSettings(owner, made, { blind: false }), 'evaluation_closed');
      assert.equal((await changeSettings(owner, made, {})).status, 200);
      await owner.reopenHumanEvaluation({ parameters: made });
      assert.equal((await changeSettings(owner, made, { guidelines: 'in time' })).status, 200);
    });

    test('428 without If-Match, 412 with an old one, and nothing is written', async () => {
      const { owner } = server();
      const parameters = await makeHumanEvaluation(owner);
      const body = { guidelines: 'mine' };
      const without = await owner.reply.updateEvaluationSettings({ parameters, body });
      expectProblem(without, 'precondition_required');
      const old = await owner.reply.fetchEvaluationSettings({ parameters });
      await changeSettings(owner, parameters, { guidelines: 'theirs' });
      const reply = await owner.reply.updateEvaluationSettings({
        parameters,
        body,
        ifMatch: old.headers.get('etag') ?? '',
      });
      expectProblem(reply, 'revision_conflict');
      const { headers, body: now } = await owner.reply.fetchEvaluationSettings({ parameters });
      assert.equal(now.guidelines, 'theirs');
      assert.equal(reply.headers.get('etag'), headers.get('etag'));
      const any = await owner.reply.updateEvaluationSettings({ parameters, body, ifMatch: '*' });
      assert.equal(any.body.guidelines, 'mine');
    });

    test('200 while a listed annotator has left the workspace, who can be unlisted', async () => {
      const { owner } = server();
      const stays = await makeMember(server(), ['evaluator']);
      const leaves = await makeMember(server(), ['evaluator']);
      const annotator_ids = [leaves.userId, stays.userId];
      const made = await makeHumanEvaluation(owner, {
        settings: { who_may_judge: 'listed', annotator_ids },
      });
      const { organizationId: org_id, workspaceId: workspace_id, email } = leaves;
      await owner.removeMember({ parameters: { workspace_id }, query: { org_id, email } });
      const body = { annotator_ids, guidelines: 'shorter is better' };
      const kept = await changeSettings(owner, made, body);
      assert.equal(kept.status, 200, JSON.stringify(kept.body));
      assert.equal(kept.body.guidelines, 'shorter is better');
      expectProblem(
        await leaves.browser.reply.fetchBrief({ parameters: made }),
        'evaluation_not_found',
      );
      const others = await makeHumanEvaluation(owner);
      expectProblem(
        await changeSettings(owner, others, { annotator_ids: [leaves.userId] }),
        'user_not_found',
      );
      const off = await changeSettings(owner, made, { annotator_ids: [stays.userId] });
      assert.deepEqual(off.body.annotator_ids, [stays.userId]);
      expectProblem(await changeSettings(owner, made, { annotator_ids }), 'user_not_found');
    });

    test('404 for unknown people and evaluations', async () => {
      const { owner } = server();
      const parameters = await makeHumanEvaluation(owner);
      const { id } = await owner.fetchProfile();
      const { userId } = await makeForeigner(server());
      for (const stranger of [...unknownIds(), userId]) {
        const body = { annotator_ids: [id, stranger] };
        const problem = expectProblem(
          await changeSettings(owner, parameters, body),
          'user_not_found',
        );
        assert.equal(problem['field'], 'annotator_ids[1]');
      }
      const reply = await owner.reply.updateEvaluationSettings({
        parameters: { evaluation_id: UNKNOWN_ID },
        body: {},
        ifMatch: '*',
      });
      expectProblem(reply, 'evaluation_not_found');
    });

    test('403 for all but editors and the creator', async () => {
      const [creator, evaluator] = [
        await makeMember(server(), ['evaluator']),
        await makeMember(server(), ['evaluator']),
      ];
      const parts = await makeEvaluationParts(server().owner, { variantCount: 3 });
      const parameters = await createFrom(creator.client, parts);
      for (const body of [{}, { guidelines: 'mine' }, { pairs_per_scenario: 1 }]) {
        const reply = await changeSettings(evaluator.client, parameters, body);
        assert.equal(expectProblem(reply, 'forbidden')['permission'], 'edit_evaluation');
        assert.equal((await changeSettings(creator.client, parameters, body)).status, 200);
      }
    });

    test('422 for a scale that ends before it begins, also with the stored end', async () => {
      const { owner } = server();
      const parameters = await makeHumanEvaluation(owner);
      const type = 'value_error';
      const cases: [SettingsChange, string][] = [
        [{ score_min: 5, score_max: 5 }, 'score_min'],
        [{ score_min: 100 }, 'score_min'],
        [{ score_max: 0 }, 'score_max'],
      ];
      for (const [body, field] of cases) {
        expectInvalid(await changeSettings(owner, parameters, body), {
          loc: ['body', field],
          type,
        });
      }
    });

    test('422 lists every fault, in field order', async () => {
      const { owner } = server();
      const parameters = await makeHumanEvaluation(owner);
      const body = wrong({
        annotator_ids: [UNKNOWN_ID, UNKNOWN_ID.toUpperCase()],
        who_may_judge: 'anybody',
        pairs_per_scenario: 0,
        judgements_per_task: 21,
      });
      expectInvalid(
        await changeSettings(owner, parameters, body),
        { loc: ['body', 'judgements_per_task'], type: 'less_than_equal' },
        { loc: ['body', 'pairs_per_scenario'], type: 'greater_than_equal' },
        { loc: ['body', 'who_may_judge'], type: 'enum' },
        { loc: ['body', 'annotator_ids', 1], type: 'value_error' },
      );
    });

    test('ignores pairs_per_scenario if there are no pairs to choose from', async () => {
      const { owner } = server();
      for (const type of ['human_a_b_testing', 'single_model_test'] as const) {
        const variantCount = type === 'human_a_b_testing' ? 2 : 3;
        const settings = { pairs_per_scenario: 1 };
        const parameters = await makeHumanEvaluation(owner, { type, variantCount, settings });
        const before = await owner.reply.fetchEvaluationSettings({ parameters });
        assert.equal(before.body.pairs_per_scenario, null);
        const reply = await changeSettings(owner, parameters, { pairs_per_scenario: 2 });
        assert.deepEqual(reply.body, before.body);
      }
    });

    test('replaces all tasks, also those handed out, when pairs_per_scenario changes', async () => {
      const { owner } = server();
      const rows = Array.from({ length: 6 }, (_, row) => ({ question: `row ${row}` }));
      const made = await makeHumanEvaluation(owner, { variantCount: 4, rows });
      await fillOutputs(owner, made, (_, variant) => `by ${variant}`);
      const [task] = await takeTasks(owner, made);
      await owner.flagAssignment({
        parameters: { assignment_id: task?.id ?? '' },
        body: { reason: 'odd' },
      });

      const reply = await changeSettings(owner, made, { pairs_per_scenario: 1 });
      assert.equal(reply.body.pairs_per_scenario, 1);
      const gone = await owner.reply.submitJudgement({
        parameters: { assignment_id: task?.id ?? '' },
        body: { outcome: 'tie' },
      });
      expectProblem(gone, 'assignment_not_found');

      const pairs = await judgeAll(owner, made);
      // Six pairs of four variants, and as many scenarios: each pair once.
      assert.deepEqual(pairs.toSorted(), [
        'by 0 by 1',
        'by 0 by 2',
        'by 0 by 3',
        'by 1 by 2',
        'by 1 by 3',
        'by 2 by 3',
      ]);
      const { judged_count, scenario_count } = await owner.fetchEvaluationSettings({
        parameters: made,
      });
      assert.equal(judged_count, scenario_count);
      assert.equal(
        (await owner.fetchHumanEvaluation({ parameters: made })).status,
        'EVALUATION_FINISHED',
      );
      expectProblem(
        await changeSettings(owner, made, { pairs_per_scenario: null }),
        'already_judged',
      );
    });

    test('keeps notes and waits for outputs when pairs_per_scenario changes', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, {
        variantCount: 3,
        settings: { pairs_per_scenario: 1 },
      });
      const { evaluation_id, evaluation_type } = made;
      const [scenario] = await owner.listEvaluationScenarios({ parameters: made });
      const scenario_id = scenario?.id ?? '';
      const place = { evaluation_id, scenario_id, evaluation_type };
      await owner.updateEvaluationScenario({ parameters: place, body: { note: 'keep me' } });
      assert.equal((await changeSettings(owner, made, { pairs_per_scenario: null })).status, 200);
      assert.deepEqual(await takeTasks(owner, made, 5), []);
      await fillOutputs(owner, made);
      assert.equal((await takeTasks(owner, made, 5)).length, 3);
      const [noted] = await owner.listEvaluationScenarios({ parameters: made });
      assert.equal(noted?.note, 'keep me');
    });

    test('G7: loses no edit of eight editors, and refuses every outdated one', async () => {
      const { owner } = server();
      const parameters = await makeHumanEvaluation(owner);
      const editors = await Promise.all(
        Array.from({ length: EDITORS }, () => makeMember(server(), ['editor'])),
      );
      const lost = await Promise.all(editors.map(({ client }) => addUp(client, parameters)));
      const { score_max } = await owner.fetchEvaluationSettings({ parameters });
      assert.equal(score_max, 100 + EDITORS * EDITS_EACH);
      assert.ok(
        lost.some((times) => times > 0),
        'no request ever lost a race, so nothing was tested',
      );
    });
  });

  describe('listGuidelines', () => {
    test('200 has a version for each text, newest first', async () => {
      const { owner } = server();
      const editor = await makeMember(server(), ['editor']);
      const made = await makeHumanEvaluation(owner, { settings: { guidelines: 'first' } });
      await changeSettings(editor.client, made, { guidelines: 'second' });
      await changeSettings(owner, made, { guidelines: 'second' });
      await changeSettings(owner, made, { guidelines: '' });
      const versions = await owner.listGuidelines({ parameters: made });
      const { id } = await owner.fetchProfile();
      assert.deepEqual(
        versions.map(({ version, guidelines, created_by }) => [version, guidelines, created_by]),
        [
          [3, '', id],
          [2, 'second', editor.userId],
          [1, 'first', id],
        ],
      );
      for (const { created_at } of versions) assert.match(created_at, /^\d{4}-.*\.\d{3}Z$/);
    });

    test('200 numbers the versions that judgements name', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, { rows: [{ a: '1' }, { a: '2' }] });
      const scenarios = await owner.listEvaluationScenarios({ parameters: made });
      for (const [index, { id }] of scenarios.entries()) {
        await changeSettings(owner, made, { guidelines: `text ${index}` });
        await sendVote(owner, made, { scenario_id: id, vote: '1' });
      }
      const judgements = await owner.listJudgements({ parameters: made });
      assert.deepEqual(
        judgements.map(({ guidelines_version }) => guidelines_version),
        [2, 3],
      );
    });

    test('404 for an evaluation that the caller cannot see', async () => {
      const parameters = { evaluation_id: UNKNOWN_ID };
      expectProblem(
        await server().owner.reply.listGuidelines({ parameters }),
        'evaluation_not_found',
      );
    });
  });
});

async function judgeOne(client: Client, made: MadeEvaluation) {
  const scenarios = await client.listEvaluationScenarios({ parameters: made });
  await sendVote(client, made, { scenario_id: scenarios[0]?.id ?? '', vote: '1' });
  return scenarios;
}

/** Judges until nothing is left; returns the outputs of each pair. */
async function judgeAll(client: Client, made: MadeEvaluation): Promise<string[]> {
  const pairs: string[] = [];
  for (;;) {
    const [task] = await takeTasks(client, made);
    if (task === undefined) return pairs;
    const outputs = task.slots.map(({ output }) => output);
    pairs.push(outputs.toSorted().join(' '));
    await client.submitJudgement({
      parameters: { assignment_id: task.id },
      body: { outcome: 'tie' },
    });
  }
}

/** Adds one to the end of the scale EDITS_EACH times; returns how many attempts came too late. */
async function addUp(client: Client, { evaluation_id }: MadeEvaluation): Promise<number> {
  const parameters = { evaluation_id };
  let lost = 0;
  for (let accepted = 0; accepted < EDITS_EACH; ) {
    const { body, headers } = await client.reply.fetchEvaluationSettings({ parameters });
    const reply = await client.reply.updateEvaluationSettings({
      parameters,
      body: { score_max: body.score_max + 1 },
      ifMatch: headers.get('etag') ?? '',
    });
    if (reply.status === 200) {
      accepted += 1;
      continue;
    }
    expectProblem(reply, 'revision_conflict');
    lost += 1;
  }
  return lost;
}
