import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CallInput, Client } from '../../src/client/client.ts';
import { makeMember, unique } from '../support/builders.ts';
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
import { UNKNOWN_ID } from '../support/requests.ts';

type Query = NonNullable<CallInput<'listEvaluationOverviews'>['query']>;

onEachEngine((server) => {
  const rename = async (evaluation_id: string, body: SettingsChange) =>
    (await changeSettings(server().owner, { evaluation_id }, body)).body;
  const ids = async (query: Query, client: Client = server().owner) =>
    (await client.listEvaluationOverviews({ query })).map(({ id }) => id);

  /** Several evaluations of one app, oldest first. */
  const makeSeveral = async (count: number, wish: EvaluationWish = {}) => {
    const parts = await makeEvaluationParts(server().owner, wish);
    const made = [];
    for (let index = 0; index < count; index += 1) {
      made.push(await createFrom(server().owner, parts));
    }
    return { app_id: parts.body.app_id, made, parts };
  };

  describe('listEvaluationOverviews', () => {
    test('200 has name, owner, variants, test set and progress in one answer', async () => {
      const { owner } = server();
      const rows = numberedRows(4);
      const made = await makeHumanEvaluation(owner, { rows, settings: { judgements_per_task: 2 } });
      const { evaluation_id, app_id, variants } = made;
      await fillOutputs(owner, made);
      const { assignments } = await owner.takeAssignments({ parameters: { evaluation_id } });
      const [task] = assignments;
      const one = { parameters: { assignment_id: task?.id ?? '' } };
      await owner.submitJudgement({ ...one, body: { outcome: 'tie' } });
      await owner.flagAssignment({ ...one, body: { reason: 'odd' } });
      const [overview, ...more] = await owner.listEvaluationOverviews({ query: { app_id } });
      assert.deepEqual(more, []);
      const { user_username, user_id, testset_name } = await owner.fetchHumanEvaluation({
        parameters: { evaluation_id },
      });
      const { created_at, updated_at, name, ...rest } = overview ?? assert.fail();
      assert.match(name ?? '', / vs .* on /);
      assert.ok(created_at <= updated_at);
      assert.deepEqual(rest, {
        id: evaluation_id,
        app_id,
        description: '',
        evaluation_type: 'human_a_b_testing',
        status: 'EVALUATION_STARTED',
        owner: { id: user_id, username: user_username },
        testset: { id: made.testset_id, name: testset_name },
        variants: variants.map(({ id, name: named }) => ({ id, name: named })),
        locked: false,
        archived: false,
        progress: {
          scenarios: 4,
          scenarios_complete: 0,
          tasks: 4,
          tasks_without_outputs: 0,
          judgements: 1,
          judgements_wanted: 8,
        },
        headline: null,
        open_flags: 1,
        next_step: 'judge',
      });
    });

    test('counts complete scenarios and tasks with outputs as the progress of results does', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(3), variantCount: 3 });
      const { evaluation_id, app_id, variants } = made;
      const parameters = { evaluation_id };
      const scenarios = await owner.listEvaluationScenarios({ parameters });
      const [first, second] = scenarios;
      for (const [scenario, count] of [
        [first, 3],
        [second, 2],
      ] as const) {
        await owner.updateEvaluationScenario({
          parameters: {
            ...parameters,
            scenario_id: scenario?.id ?? '',
            evaluation_type: 'human_a_b_testing',
          },
          body: {
            outputs: variants
              .slice(0, count)
              .map(({ id }) => ({ variant_id: id, variant_output: `output of ${id}` })),
          },
        });
      }
      const { assignments } = await owner.takeAssignments({ parameters, body: { count: 3 } });
      for (const { id } of assignments) {
        await owner.submitJudgement({
          parameters: { assignment_id: id },
          body: { outcome: 'tie' },
        });
      }
      const { progress } = await owner.fetchResults({ parameters, query: { statistics: false } });
      const [overview] = await owner.listEvaluationOverviews({ query: { app_id } });
      assert.equal(overview?.progress?.scenarios_complete, progress?.scenarios_judged);
      assert.equal(overview?.progress?.tasks, progress?.tasks);
      const withoutOutputs = progress === null ? 0 : progress.tasks - progress.tasks_ready;
      assert.equal(overview?.progress?.tasks_without_outputs, withoutOutputs);
      assert.equal(overview?.progress?.judgements, progress?.judgements);
      assert.equal(overview?.progress?.judgements_wanted, progress?.judgements_wanted);
      assert.equal(overview?.progress?.tasks_without_outputs, 5);
    });

    test('counts complete scenarios through votes, withdrawals and extensions', async () => {
      const { owner } = server();
      const evaluator = await makeMember(server(), ['evaluator']);
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(3) });
      const { evaluation_id } = made;
      await fillOutputs(owner, made);
      const parameters = { evaluation_id };
      const complete = async () => {
        const { progress } = await owner.fetchResults({ parameters, query: { statistics: false } });
        const overview = await owner.fetchEvaluationOverview({ parameters });
        assert.equal(overview.progress?.scenarios_complete, progress?.scenarios_judged);
        return progress?.scenarios_judged;
      };
      const scenarios = await owner.listEvaluationScenarios({ parameters });
      const vote = (place: number, vote: string) =>
        owner.updateEvaluationScenario({
          parameters: {
            ...parameters,
            scenario_id: scenarios[place]?.id ?? '',
            evaluation_type: 'human_a_b_testing',
          },
          body: { vote },
        });
      for (const place of [0, 1, 2]) await vote(place, '1');
      assert.equal(await complete(), 3);
      await vote(0, '');
      assert.equal(await complete(), 2);
      await owner.extendHumanEvaluation({ parameters, body: { judgements_per_task: 2 } });
      assert.equal(await complete(), 0);
      const { assignments } = await evaluator.client.takeAssignments({
        parameters,
        body: { count: 3 },
      });
      for (const { id } of assignments) {
        const one = { parameters: { assignment_id: id } };
        await evaluator.client.submitJudgement({ ...one, body: { outcome: 'tie' } });
      }
      assert.equal(await complete(), 2);
      for (const { id } of assignments) {
        await evaluator.client.withdrawJudgement({ parameters: { assignment_id: id } });
      }
      assert.equal(await complete(), 0);
      await vote(0, '1');
      assert.equal(await complete(), 0);
    });

    test('lists the newest first, or by age or name on request', async () => {
      const { app_id, made } = await makeSeveral(3);
      const [first, second, third] = made.map(({ evaluation_id }) => evaluation_id);
      for (const [id, name] of [
        [first, 'Zebra'],
        [second, 'ärger'],
        [third, 'apple'],
      ] as const) {
        await rename(id ?? '', { name });
      }
      assert.deepEqual(await ids({ app_id }), [third, second, first]);
      assert.deepEqual(await ids({ app_id, order: 'oldest' }), [first, second, third]);
      assert.deepEqual(await ids({ app_id, order: 'name' }), [third, first, second]);
    });

    test('pages in every order without gap or repetition', async () => {
      const { owner } = server();
      const { app_id } = await makeSeveral(5);
      for (const order of ['newest', 'oldest', 'name'] as const) {
        const whole = await ids({ app_id, order });
        const paged: string[] = [];
        let cursor: string | undefined;
        do {
          const { body, headers } = await owner.reply.listEvaluationOverviews({
            query: { app_id, order, limit: 2, ...(cursor === undefined ? {} : { cursor }) },
          });
          paged.push(...body.map(({ id }) => id));
          cursor = /cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1];
        } while (cursor !== undefined);
        assert.deepEqual(paged, whole, order);
      }
    });

    test('400 invalid_cursor for a cursor of another filter', async () => {
      const { owner } = server();
      const { app_id } = await makeSeveral(2);
      const { headers } = await owner.reply.listEvaluationOverviews({
        query: { app_id, limit: 1 },
      });
      const cursor = /cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1] ?? '';
      const query = { app_id, limit: 1, cursor, mine: true };
      expectProblem(await owner.reply.listEvaluationOverviews({ query }), 'invalid_cursor');
    });

    test('filters by status, variant, test set and author', async () => {
      const { owner } = server();
      const editor = await makeMember(server(), ['editor']);
      const { app_id, made, parts } = await makeSeveral(2);
      const theirs = await createFrom(editor.client, parts);
      const [first, second] = made.map(({ evaluation_id }) => evaluation_id);
      await owner.updateHumanEvaluation({
        parameters: { evaluation_id: second ?? '' },
        body: { status: 'EVALUATION_FINISHED' },
      });
      assert.deepEqual(await ids({ app_id, status: 'EVALUATION_FINISHED' }), [second]);
      assert.deepEqual(await ids({ app_id, mine: true }, editor.client), [theirs.evaluation_id]);
      const all = [theirs.evaluation_id, second, first];
      assert.deepEqual(await ids({ variant_id: parts.variants[0]?.id ?? '' }), all);
      assert.deepEqual(await ids({ testset_id: parts.body.testset_id }), all);
      const other = await makeHumanEvaluation(owner);
      assert.deepEqual(await ids({ app_id, variant_id: other.variants[0]?.id ?? '' }), []);
    });

    test('finds parts of the names of evaluation, variants and test set, taken literally', async () => {
      const { app_id, made, parts } = await makeSeveral(2);
      const [first, second] = made.map(({ evaluation_id }) => evaluation_id);
      await rename(first ?? '', { name: 'Größe 50%_!' });
      await rename(second ?? '', { name: 'plain' });
      for (const search of ['GRÖSSE', '50%', '%_!']) {
        assert.deepEqual(await ids({ app_id, search }), [first], search);
      }
      assert.deepEqual(await ids({ app_id, search: '5_%' }), []);
      const { variants, body } = parts;
      assert.deepEqual(await ids({ search: variants[1]?.name ?? '' }), [second, first]);
      const { testset_id } = body;
      const { name } = await server().owner.fetchTestset({ parameters: { testset_id } });
      assert.deepEqual(await ids({ search: name.slice(2).toUpperCase() }), [second, first]);
      assert.deepEqual(await ids({ app_id, search: ' ' }), [second, first]);
    });

    test('leaves out archived evaluations unless they are requested', async () => {
      const { app_id, made } = await makeSeveral(2);
      const [first, second] = made.map(({ evaluation_id }) => evaluation_id);
      await rename(first ?? '', { archived: true });
      assert.deepEqual(await ids({ app_id }), [second]);
      assert.deepEqual(await ids({ app_id, archived: true }), [first]);
      await rename(first ?? '', { archived: false });
      assert.deepEqual(await ids({ app_id }), [second, first]);
    });

    test('has the headline of the last results, until their settings change', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(2) });
      const { evaluation_id, app_id, variants } = made;
      const parameters = { evaluation_id };
      const headline = async () =>
        (await owner.listEvaluationOverviews({ query: { app_id } }))[0]?.headline;
      const scenarios = await owner.listEvaluationScenarios({ parameters });
      const vote = (place: number) =>
        owner.updateEvaluationScenario({
          parameters: {
            ...parameters,
            scenario_id: scenarios[place]?.id ?? '',
            evaluation_type: 'human_a_b_testing',
          },
          body: { vote: variants[1]?.id ?? '' },
        });
      await vote(0);
      assert.equal(await headline(), null);
      await owner.fetchResults({ parameters });
      const first = await headline();
      assert.match(first?.sentence ?? '', new RegExp(variants[1]?.name ?? ''));
      assert.deepEqual([first?.settled, first?.current], [false, true]);
      await vote(1);
      assert.deepEqual(await headline(), { ...first, current: false });
      await owner.fetchResults({ parameters });
      assert.equal((await headline())?.current, true);
      await rename(evaluation_id, { level: 0.8 });
      assert.equal(await headline(), null);
    });

    test('names the next step: outputs, then annotators, then results', async () => {
      const { owner } = server();
      const guests = await makeHumanEvaluation(owner, { settings: { who_may_judge: 'guests' } });
      const step = async ({ evaluation_id }: { evaluation_id: string }) =>
        (await owner.fetchEvaluationOverview({ parameters: { evaluation_id } })).next_step;
      assert.equal(await step(guests), 'add_outputs');
      await fillOutputs(owner, guests);
      assert.equal(await step(guests), 'invite');
      await owner.closeHumanEvaluation({ parameters: guests });
      assert.equal(await step(guests), 'read_results');
    });

    test('hides names and totals from blind annotators', async () => {
      const { owner } = server();
      const evaluator = await makeMember(server(), ['evaluator']);
      const { app_id, made, parts } = await makeSeveral(2);
      const [first, second] = made;
      const name = unique('hypothesis');
      await rename(first?.evaluation_id ?? '', { name, description: name });
      const overviews = await evaluator.client.listEvaluationOverviews({ query: { app_id } });
      assert.equal(overviews.length, 2);
      for (const overview of overviews) {
        assert.deepEqual(
          [overview.name, overview.description, overview.variants, overview.progress],
          [null, null, [], null],
        );
        assert.deepEqual([overview.headline, overview.open_flags], [null, null]);
      }
      for (const { name: variant, id } of parts.variants) {
        assert.deepEqual(await ids({ app_id, search: variant }, evaluator.client), []);
        assert.deepEqual(await ids({ app_id, variant_id: id }, evaluator.client), []);
      }
      assert.deepEqual(await ids({ app_id, search: name }, evaluator.client), []);
      assert.deepEqual(await ids({ app_id, search: name }), [first?.evaluation_id]);
      for (const one of [first, second]) {
        await owner.closeHumanEvaluation({
          parameters: { evaluation_id: one?.evaluation_id ?? '' },
        });
      }
      assert.deepEqual(await ids({ app_id, search: name }, evaluator.client), [
        first?.evaluation_id,
      ]);
    });

    test('404 for an unknown app, workspace, variant and test set', async () => {
      const { owner } = server();
      const calls = [
        [{ app_id: UNKNOWN_ID }, 'app_not_found'],
        [{ workspace_id: UNKNOWN_ID }, 'workspace_not_found'],
        [{ variant_id: UNKNOWN_ID }, 'variant_not_found'],
        [{ testset_id: UNKNOWN_ID }, 'testset_not_found'],
      ] as const;
      for (const [query, code] of calls) {
        expectProblem(await owner.reply.listEvaluationOverviews({ query }), code);
      }
    });
  });

  describe('fetchEvaluationOverview', () => {
    test('200 equals the entry in the list', async () => {
      const { owner } = server();
      const { app_id, evaluation_id } = await makeHumanEvaluation(owner);
      const one = await owner.fetchEvaluationOverview({ parameters: { evaluation_id } });
      assert.deepEqual([one], await owner.listEvaluationOverviews({ query: { app_id } }));
    });

    test('404 evaluation_not_found', async () => {
      const call = { parameters: { evaluation_id: UNKNOWN_ID } };
      const reply = await server().owner.reply.fetchEvaluationOverview(call);
      expectProblem(reply, 'evaluation_not_found');
    });
  });

  describe('names of evaluations', () => {
    test('are stored as sent at creation', async () => {
      const { owner } = server();
      const settings = { name: '  Our choice ', description: 'why' };
      const named = await makeHumanEvaluation(owner, { settings });
      const shown = await owner.fetchEvaluationSettings({ parameters: named });
      assert.deepEqual(
        [shown.name, shown.description, shown.archived],
        ['Our choice', 'why', false],
      );
    });

    test('can be changed after the evaluation is closed, with a current If-Match', async () => {
      const { owner } = server();
      const { evaluation_id } = await makeHumanEvaluation(owner);
      const parameters = { evaluation_id };
      await owner.closeHumanEvaluation({ parameters });
      const before = await owner.fetchHumanEvaluation({ parameters });
      const stale = await owner.reply.fetchEvaluationSettings({ parameters });
      const changed = await rename(evaluation_id, { name: 'After all' });
      assert.equal(changed.name, 'After all');
      assert.deepEqual(await owner.fetchHumanEvaluation({ parameters }), before);
      const late = await owner.reply.updateEvaluationSettings({
        parameters,
        ifMatch: stale.headers.get('etag') ?? '',
        body: { name: 'Too late' },
      });
      expectProblem(late, 'revision_conflict');
      assert.ok((await rename(evaluation_id, { archived: true })).archived);
    });

    test('422 for a name of white space', async () => {
      const { owner } = server();
      const { evaluation_id } = await makeHumanEvaluation(owner);
      const parameters = { evaluation_id };
      const { headers } = await owner.reply.fetchEvaluationSettings({ parameters });
      const reply = await owner.reply.updateEvaluationSettings({
        parameters,
        ifMatch: headers.get('etag') ?? '',
        body: { name: ' ' },
      });
      expectInvalid(reply, { loc: ['body', 'name'], type: 'string_too_short' });
    });
  });
});
