import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CallInput, Client } from '../../src/client/client.ts';
import type { JsonObject } from '../../src/contract/fields.ts';
import { makeApp, makeBase, makeForeigner, makeMember, makeVariant } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { UNKNOWN_ID, wrong } from '../support/requests.ts';
import { makeTestset } from '../support/testsets.ts';
import { ID, unknownIds } from '../support/unknown-ids.ts';

type NewEvaluation = CallInput<'createHumanEvaluation'>['body'];

const scenariosOf = (client: Client, evaluation_id: string) =>
  client.listEvaluationScenarios({ parameters: { evaluation_id } });

onEachEngine((server) => {
  describe('createHumanEvaluation', () => {
    test('200 answers with its five fields, a Location and the ETag of the evaluation', async () => {
      const { owner } = server();
      const request = await validRequest(owner);
      const { status, headers, body } = await owner.reply.createHumanEvaluation({ body: request });
      assert.equal(status, 200);
      assert.match(body.id, ID);
      assert.deepEqual(body, {
        id: body.id,
        variant_ids: request.variant_ids,
        app_id: request.app_id,
        status: 'EVALUATION_INITIALIZED',
        evaluation_type: 'human_a_b_testing',
      });
      assert.equal(headers.get('location'), `/api/human-evaluations/${body.id}`);
      const fetched = await owner.reply.fetchHumanEvaluation({
        parameters: { evaluation_id: body.id },
      });
      assert.equal(fetched.headers.get('etag'), headers.get('etag'));
    });

    test('reads ids in capitals and without dashes', async () => {
      const { owner } = server();
      const request = await validRequest(owner);
      const spelled = (id: string) => id.toUpperCase().replaceAll('-', '');
      const { variant_ids, app_id } = await owner.createHumanEvaluation({
        body: {
          ...request,
          app_id: spelled(request.app_id),
          variant_ids: request.variant_ids.map(spelled),
          testset_id: spelled(request.testset_id),
        },
      });
      assert.deepEqual([app_id, ...variant_ids], [request.app_id, ...request.variant_ids]);
    });

    test('makes one scenario of each row, in order, even of equal rows', async () => {
      const { owner } = server();
      const rows = [{ question: 'same' }, { question: 'same' }, { question: 'last' }];
      const { evaluation_id } = await makeHumanEvaluation(owner, { rows });
      const scenarios = await scenariosOf(owner, evaluation_id);
      assert.deepEqual(
        scenarios,
        rows.map(({ question }, position) => ({
          id: scenarios[position]?.id,
          evaluation_id,
          inputs: [{ input_name: 'question', input_value: question }],
          outputs: [],
          vote: '',
          score: null,
          evaluation: null,
          correct_answer: '',
          is_pinned: false,
          note: '',
          position,
          scores: [],
        })),
      );
      assert.equal(new Set(scenarios.map(({ id }) => id)).size, 3);
    });

    test('turns cells into text: strings as they are, null empty, the rest compact JSON', async () => {
      const { owner } = server();
      const cells = ['as "it" is', null, 5, 0.5, true, [1, ' '], { b: 1, a: [null] }];
      const rows = cells.map((cell) => ({ input: cell, correct_answer: cell }));
      const { evaluation_id } = await makeHumanEvaluation(owner, { rows });
      const texts = ['as "it" is', '', '5', '0.5', 'true', '[1," "]', '{"b":1,"a":[null]}'];
      const scenarios = await scenariosOf(owner, evaluation_id);
      assert.deepEqual(
        scenarios.map(({ inputs, correct_answer }) => [inputs[0]?.input_value, correct_answer]),
        texts.map((text) => [text, text]),
      );
    });

    test('keeps the named inputs in their order, or none if none are named', async () => {
      const { owner } = server();
      const csvdata = [{ a: '1', b: '2', c: '3' }];
      for (const inputs of [['c', 'a'], []]) {
        const request = await validRequest(owner, { csvdata });
        const { id } = await owner.createHumanEvaluation({ body: { ...request, inputs } });
        const [scenario] = await scenariosOf(owner, id);
        assert.deepEqual(
          scenario?.inputs.map(({ input_name }) => input_name),
          inputs,
        );
      }
    });

    test('takes expected outputs from the chosen column, from correct_answer, or from none', async () => {
      const { owner } = server();
      const csvdata = [
        { question: 'one', correct_answer: 'first', reference: 'second' },
        { question: 'two' },
      ];
      const request = await validRequest(owner, { csvdata });
      for (const [settings, column, answer] of [
        [{ expected_column: 'reference' }, 'reference', 'second'],
        [{ expected_column: null }, null, ''],
        [{}, 'correct_answer', 'first'],
      ] as const) {
        const body = { ...request, inputs: ['question'], settings };
        const { id } = await owner.createHumanEvaluation({ body });
        const shown = await owner.fetchEvaluationSettings({ parameters: { evaluation_id: id } });
        assert.equal(shown.expected_column, column);
        const scenarios = await scenariosOf(owner, id);
        assert.deepEqual(
          scenarios.map(({ correct_answer }) => correct_answer),
          [answer, ''],
        );
        const rows = [{ question: 'three', correct_answer: 'third', reference: 'fourth' }];
        await owner.extendHumanEvaluation({ parameters: { evaluation_id: id }, body: { rows } });
        const added = (await scenariosOf(owner, id))[2]?.correct_answer;
        assert.equal(added, { second: 'fourth', first: 'third', '': '' }[answer]);
      }
    });

    test('422 for an expected column that the test set does not have', async () => {
      const { owner } = server();
      const request = await validRequest(owner);
      const reply = await owner.reply.createHumanEvaluation({
        body: { ...request, settings: { expected_column: 'reference' } },
      });
      const loc = ['body', 'settings', 'expected_column'];
      expectInvalid(reply, { loc, type: 'value_error' });
    });

    test('makes no scenarios of an empty test set', async () => {
      const { evaluation_id } = await makeHumanEvaluation(server().owner, { rows: [] });
      assert.deepEqual(await scenariosOf(server().owner, evaluation_id), []);
    });

    test('pins revisions and rows, despite later changes of variants and test set', async () => {
      const { owner } = server();
      const { app_id, base_id, variant } = await makeBase(owner);
      const second = await makeVariant(owner, { base_id });
      const change = (temperature: number) =>
        owner.updateVariantParameters({
          parameters: variant,
          body: { parameters: { temperature } },
        });
      await change(2);
      const { testset_id } = await makeTestset(owner, { app_id, csvdata: [{ q: 'before' }] });
      const { id: evaluation_id } = await owner.createHumanEvaluation({
        body: {
          ...(await validRequest(owner)),
          app_id,
          testset_id,
          variant_ids: [second.variant_id, variant.variant_id],
          inputs: ['q'],
        },
      });
      const parameters = { evaluation_id };
      const before = await owner.fetchHumanEvaluation({ parameters });
      await change(3);
      await owner.updateTestset({
        parameters: { testset_id },
        body: { name: 'after', csvdata: [{ q: 'after' }, { q: 'more' }] },
      });
      const after = await owner.fetchHumanEvaluation({ parameters });
      assert.deepEqual(after, { ...before, testset_name: 'after' });
      assert.deepEqual(after.revisions, ['1', '2']);
      const pinned = await owner.listVariantRevisions({ parameters: variant });
      assert.equal(after.variants_revision_ids[1], pinned.find((each) => each.revision === 2)?.id);
      const [scenario, ...more] = await scenariosOf(owner, evaluation_id);
      assert.equal(scenario?.inputs[0]?.input_value, 'before');
      assert.deepEqual(more, []);
    });

    test('lets evaluators create', async () => {
      const request = await validRequest(server().owner);
      const { client, userId } = await makeMember(server(), ['evaluator']);
      const { id } = await client.createHumanEvaluation({ body: request });
      const created = await client.fetchHumanEvaluation({ parameters: { evaluation_id: id } });
      assert.equal(created.user_id, userId);
      assert.deepEqual(created.variant_ids, request.variant_ids);
    });

    test('404 names the first field whose id is unknown, foreign or of another app', async () => {
      const { owner } = server();
      const request = await validRequest(owner);
      const other = await validRequest(owner);
      const foreign = await validRequest((await makeForeigner(server())).client);
      const [own = ''] = request.variant_ids;
      const attempt = async (change: Partial<NewEvaluation>) =>
        owner.reply.createHumanEvaluation({ body: { ...request, ...change } });
      for (const app_id of [...unknownIds(), '', foreign.app_id]) {
        const problem = expectProblem(await attempt({ app_id }), 'app_not_found');
        assert.equal(problem['field'], 'app_id');
      }
      const others = [other.variant_ids[0] ?? '', foreign.variant_ids[0] ?? ''];
      for (const id of [...unknownIds(), '', ...others]) {
        const problem = expectProblem(
          await attempt({ variant_ids: [own, id] }),
          'variant_not_found',
        );
        assert.equal(problem['field'], 'variant_ids[1]');
      }
      for (const testset_id of [...unknownIds(), '', other.testset_id, foreign.testset_id]) {
        const problem = expectProblem(await attempt({ testset_id }), 'testset_not_found');
        assert.equal(problem['field'], 'testset_id');
      }
      const settings = { annotator_ids: [UNKNOWN_ID] };
      const stranger = expectProblem(await attempt({ settings }), 'user_not_found');
      assert.equal(stranger['field'], 'settings.annotator_ids[0]');
      const all = await attempt({ variant_ids: ['x', 'y'], testset_id: 'z' });
      assert.equal(expectProblem(all, 'variant_not_found')['field'], 'variant_ids[0]');
      assert.deepEqual(await owner.listHumanEvaluations({ query: { app_id: request.app_id } }), []);
    });

    test('400 names the missing columns, and leaves nothing behind', async () => {
      const { owner } = server();
      const csvdata = [{ a: 1, b: 2 }, { a: 1 }, { b: 2, c: 3 }];
      const request = await validRequest(owner, { csvdata });
      const reply = await owner.reply.createHumanEvaluation({
        body: { ...request, inputs: ['a', 'b'] },
      });
      const problem = expectProblem(reply, 'columns_mismatch');
      assert.deepEqual(problem['inputs'], ['a', 'b']);
      assert.deepEqual(problem['columns'], ['a']);
      assert.deepEqual(problem['missing'], [
        { input: 'b', row: 1 },
        { input: 'a', row: 2 },
      ]);
      assert.deepEqual(await owner.listHumanEvaluations({ query: { app_id: request.app_id } }), []);
      await owner.deleteTestsets({ body: { testset_ids: [request.testset_id] } });
      for (const variant_id of request.variant_ids) {
        await owner.deleteVariant({ parameters: { variant_id } });
      }
    });

    test('400 names at most twenty missing columns', async () => {
      const { owner } = server();
      const request = await validRequest(owner, { csvdata: numberedRows(30) });
      const reply = await owner.reply.createHumanEvaluation({
        body: { ...request, inputs: ['question', 'answer'] },
      });
      const { missing } = expectProblem(reply, 'columns_mismatch');
      assert.deepEqual(
        missing,
        Array.from({ length: 20 }, (_, row) => ({ input: 'answer', row })),
      );
    });

    test('repeats its answer for an idempotency key, and creates one evaluation', async () => {
      const { owner } = server();
      const request = await validRequest(owner);
      const call = { body: request, idempotencyKey: 'once' };
      const first = await owner.reply.createHumanEvaluation(call);
      const again = await owner.reply.createHumanEvaluation(call);
      assert.deepEqual(again.body, first.body);
      for (const name of ['etag', 'location']) {
        assert.equal(again.headers.get(name), first.headers.get(name));
      }
      assert.equal(again.headers.get('idempotent-replayed'), 'true');
      assert.equal(
        (await owner.listHumanEvaluations({ query: { app_id: request.app_id } })).length,
        1,
      );
    });

    test('403 for roles that may not create', async () => {
      const request = await validRequest(server().owner);
      for (const role of ['viewer', 'deployment_manager'] as const) {
        const { client } = await makeMember(server(), [role]);
        const reply = await client.reply.createHumanEvaluation({ body: request });
        assert.equal(expectProblem(reply, 'forbidden')['permission'], 'create_evaluation');
      }
    });
  });

  describe('createHumanEvaluation refuses with 422', () => {
    const attempt = async (change: Record<string, unknown>) => {
      const { owner } = server();
      const request = { ...(await validRequest(owner)), ...change };
      return owner.reply.createHumanEvaluation({ body: wrong(request) });
    };
    const at = (...loc: (string | number)[]) => ['body', ...loc];

    test('missing fields, all at once and in order', async () => {
      const reply = await server().owner.reply.createHumanEvaluation({ body: wrong({}) });
      const fields = ['app_id', 'variant_ids', 'evaluation_type', 'inputs', 'testset_id', 'status'];
      expectInvalid(
        reply,
        ...fields.map((field) => ({ loc: at(field), type: 'missing', msg: 'Field required' })),
      );
    });

    test('too few and too many variants for the type', async () => {
      const counts = [
        ['human_a_b_testing', 0, 'too_short', 'at least 2 items after validation, not 0'],
        ['human_a_b_testing', 1, 'too_short', 'at least 2 items after validation, not 1'],
        ['human_a_b_testing', 11, 'too_long', 'at most 10 items after validation, not 11'],
        ['single_model_test', 0, 'too_short', 'at least 1 item after validation, not 0'],
        ['single_model_test', 11, 'too_long', 'at most 10 items after validation, not 11'],
      ] as const;
      for (const [evaluation_type, count, type, words] of counts) {
        const variant_ids = Array.from({ length: count }, (_, index) => `v${index}`);
        const reply = await attempt({ evaluation_type, variant_ids });
        expectInvalid(reply, { loc: at('variant_ids'), type, msg: `List should have ${words}` });
      }
    });

    test('repeated variants and inputs, at the index of the repetition', async () => {
      const { variant_ids } = await validRequest(server().owner);
      const [first = '', second = ''] = variant_ids;
      const reply = await attempt({
        variant_ids: [first, second, first.toUpperCase().replaceAll('-', ''), second],
        inputs: ['a', 'b', 'a', '', ''],
      });
      expectInvalid(
        reply,
        { loc: at('variant_ids', 2), type: 'value_error' },
        { loc: at('variant_ids', 3), type: 'value_error' },
        { loc: at('inputs', 2), type: 'value_error' },
        { loc: at('inputs', 4), type: 'value_error' },
      );
    });

    test('wrong types, words and statuses, in field order', async () => {
      const reply = await attempt({
        app_id: 5,
        variant_ids: ['a', 'a', 5],
        evaluation_type: 'auto',
        inputs: 'question',
        testset_id: null,
        status: 'EVALUATION_STARTED',
        settings: [],
      });
      expectInvalid(
        reply,
        { loc: at('app_id'), type: 'string_type' },
        { loc: at('variant_ids', 1), type: 'value_error' },
        { loc: at('variant_ids', 2), type: 'string_type' },
        {
          loc: at('evaluation_type'),
          type: 'enum',
          msg: "Input should be 'human_a_b_testing' or 'single_model_test'",
        },
        { loc: at('inputs'), type: 'list_type' },
        { loc: at('testset_id'), type: 'string_type' },
        { loc: at('status'), type: 'enum', msg: "Input should be 'EVALUATION_INITIALIZED'" },
        { loc: at('settings'), type: 'model_attributes_type' },
      );
    });

    test('settings out of bounds', async () => {
      const scale = { score_min: 5, score_max: 5 };
      expectInvalid(
        await attempt({ settings: { judgements_per_task: 0, ...scale } }),
        {
          loc: at('settings', 'judgements_per_task'),
          type: 'greater_than_equal',
          msg: 'Input should be greater than or equal to 1',
        },
        { loc: at('settings', 'score_min'), type: 'value_error' },
      );
      expectInvalid(
        await attempt({ settings: { judgements_per_task: 21, score_min: 100 } }),
        {
          loc: at('settings', 'judgements_per_task'),
          type: 'less_than_equal',
          msg: 'Input should be less than or equal to 20',
        },
        { loc: at('settings', 'score_min'), type: 'value_error' },
      );
      expectInvalid(await attempt({ settings: { judgements_per_task: 1.5 } }), {
        loc: at('settings', 'judgements_per_task'),
        type: 'int_from_float',
      });
    });

    test('criteria with equal names or incomplete scales', async () => {
      const criteria = [
        { name: 'Clear', scale: { kind: 'likert' } },
        { name: 'clear', scale: { kind: 'choice', options: ['one'] } },
        { name: 'Size', scale: { kind: 'numeric', min: 1 } },
        { name: 'Depth', scale: { kind: 'numeric', min: 1, max: 1 } },
      ];
      const criterion = (index: number, ...rest: string[]) =>
        at('settings', 'criteria', index, ...rest);
      expectInvalid(
        await attempt({ settings: { criteria } }),
        { loc: criterion(0, 'scale', 'labels'), type: 'missing' },
        { loc: criterion(1), type: 'value_error' },
        { loc: criterion(1, 'scale', 'options'), type: 'too_short' },
        { loc: criterion(2, 'scale', 'max'), type: 'missing' },
        { loc: criterion(3, 'scale', 'min'), type: 'value_error' },
      );
    });
  });
});

async function validRequest(
  client: Client,
  testset: { csvdata?: JsonObject[] } = {},
): Promise<NewEvaluation> {
  const { app_id } = await makeApp(client);
  const { base_id, variant } = await makeBase(client, { app_id });
  const { variant_id } = await makeVariant(client, { base_id });
  const { testset_id } = await makeTestset(client, { app_id, ...testset });
  return {
    app_id,
    variant_ids: [variant.variant_id, variant_id],
    evaluation_type: 'human_a_b_testing',
    inputs: [],
    testset_id,
    status: 'EVALUATION_INITIALIZED',
  };
}
