import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CallInput } from '../../src/client/client.ts';
import { makeForeigner, makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { walk } from '../support/pages.ts';
import { OWNER_KEY } from '../support/reachable.ts';
import { wrong } from '../support/requests.ts';
import { type ScenarioUpdate, scenarioAt, updateScenario } from '../support/scenarios.ts';
import { takeTasks } from '../support/take-tasks.ts';
import { unknownIds } from '../support/unknown-ids.ts';

onEachEngine((server) => {
  const own = async (wish: Parameters<typeof makeHumanEvaluation>[1] = {}) => {
    const client = server().owner;
    return { client, made: await makeHumanEvaluation(client, wish) };
  };

  describe('listEvaluationScenarios', () => {
    test('200 lists in the order of rows, whole and by pages', async () => {
      const { client, made } = await own({ rows: numberedRows(450) });
      const scenarios = await client.listEvaluationScenarios({ parameters: made });
      assert.deepEqual(
        scenarios.map(({ position, inputs }) => [position, inputs[0]?.input_value]),
        numberedRows(450).map(({ question }, position) => [position, question]),
      );
      const pages = await walk(
        {
          server: server(),
          key: OWNER_KEY,
          path: `/api/human-evaluations/${made.evaluation_id}/evaluation_scenarios`,
          itemsIn: (body) => body as unknown[], // The deep comparison below checks it.
        },
        200,
      );
      assert.deepEqual(
        pages.map(({ length }) => length),
        [200, 200, 50],
      );
      assert.deepEqual(pages.flat(), scenarios);
    });

    test('shows each caller their own vote and note, and the same texts', async () => {
      const { client, made } = await own();
      const other = (await makeMember(server(), ['editor'])).client;
      await fillOutputs(client, made);
      await updateScenario({ client, made }, { vote: '1', note: 'mine' });
      const theirs = await scenarioAt({ client: other, made });
      const mine = await scenarioAt({ client, made });
      assert.deepEqual(mine, { ...theirs, vote: '1', note: 'mine' });
      assert.deepEqual([theirs.vote, theirs.note], ['', '']);
    });

    test('404 for an evaluation that the caller cannot see', async () => {
      const foreign = await makeHumanEvaluation((await makeForeigner(server())).client);
      for (const evaluation_id of [...unknownIds(), foreign.evaluation_id]) {
        const reply = await server().owner.reply.listEvaluationScenarios({
          parameters: { evaluation_id },
        });
        expectProblem(reply, 'evaluation_not_found');
      }
    });

    test('400 for a cursor of another list', async () => {
      const { client, made } = await own();
      const query = { cursor: 'x.y' };
      const reply = await client.reply.listEvaluationScenarios({ parameters: made, query });
      expectProblem(reply, 'invalid_cursor');
    });
  });

  describe('updateEvaluationScenario', () => {
    test('204 replaces inputs, outputs, the expected answer and the pin', async () => {
      const place = await own();
      const before = await scenarioAt(place);
      const [first, second] = place.made.variants;
      const changes: readonly ScenarioUpdate[] = [
        { inputs: [{ input_name: 'new', input_value: '' }] },
        { outputs: [{ variant_id: second?.id ?? '', variant_output: 'only' }] },
        {
          outputs: [
            { variant_id: second?.id ?? '', variant_output: 'b' },
            { variant_id: first?.id ?? '', variant_output: 'a' },
          ],
        },
        { correct_answer: 'because' },
        { is_pinned: true },
      ];
      let expected = before;
      for (const change of changes) {
        const reply = await updateScenario(place, change);
        assert.equal(reply.status, 204);
        assert.equal(reply.body, null);
        expected = { ...expected, ...change } as typeof before; // Of the same fields.
        assert.deepEqual(await scenarioAt(place), expected);
      }
      await updateScenario(place, {
        inputs: [],
        outputs: [],
        correct_answer: '',
        is_pinned: false,
      });
      assert.deepEqual(await scenarioAt(place), { ...before, inputs: [] });
    });

    test('keeps fields that are not sent, or sent as null', async () => {
      const place = await own();
      await fillOutputs(place.client, place.made);
      await updateScenario(place, { vote: '1', note: 'n', correct_answer: 'c', is_pinned: true });
      const before = await scenarioAt(place);
      const nothing = {
        vote: null,
        score: null,
        scores: null,
        note: null,
        outputs: null,
        inputs: null,
        correct_answer: null,
        is_pinned: null,
      };
      for (const body of [{}, wrong(nothing)]) {
        assert.equal((await updateScenario(place, body)).status, 204);
      }
      assert.deepEqual(await scenarioAt(place), before);
    });

    test('keeps fields that different members change at the same time', async () => {
      const { client, made } = await own({ rows: numberedRows(1) });
      const other = (await makeMember(server(), ['editor'])).client;
      for (let round = 0; round < 5; round += 1) {
        const correct_answer = `answer ${round}`;
        const is_pinned = round % 2 === 0;
        await Promise.all([
          updateScenario({ client, made }, { correct_answer }),
          updateScenario({ client: other, made }, { is_pinned }),
        ]);
        const scenario = await scenarioAt({ client, made });
        assert.deepEqual(
          [scenario.correct_answer, scenario.is_pinned],
          [correct_answer, is_pinned],
        );
      }
    });

    test('409 for other inputs and outputs after a judgement, 204 for the same', async () => {
      const { client, made } = await own();
      const other = (await makeMember(server(), ['editor'])).client;
      await fillOutputs(client, made);
      const { inputs, outputs } = await scenarioAt({ client, made });
      await updateScenario({ client: other, made }, { vote: '0' });
      expectProblem(await updateScenario({ client, made }, { outputs: [] }), 'already_judged');
      expectProblem(await updateScenario({ client, made }, { inputs: [] }), 'already_judged');
      const resent = { inputs, outputs: outputs.toReversed(), vote: '1' };
      assert.equal((await updateScenario({ client, made }, resent)).status, 204);
      assert.equal(
        (await updateScenario({ client, made }, { correct_answer: 'still' })).status,
        204,
      );
      const mixed = await updateScenario({ client, made }, { vote: '0', outputs: [] });
      expectProblem(mixed, 'already_judged');
      assert.equal((await scenarioAt({ client, made })).vote, '1', 'all or nothing');
      for (const each of [client, other])
        await updateScenario({ client: each, made }, { vote: '' });
      assert.equal((await updateScenario({ client, made }, { outputs: [] })).status, 204);
    });

    test('takes outputs and the first vote in one call, and a vote before any output', async () => {
      const place = await own();
      const [first] = place.made.variants;
      const variant_id = first?.id ?? '';
      const outputs = [{ variant_id, variant_output: 'x' }];
      assert.equal((await updateScenario(place, { vote: variant_id, outputs })).status, 204);
      const { vote, outputs: stored } = await scenarioAt(place);
      assert.deepEqual({ vote, outputs: stored }, { vote: variant_id, outputs });
      const early = await own();
      assert.equal((await updateScenario(early, { vote: '1' })).status, 204);
    });

    test('204 without a change even if it is closed, 409 for every change', async () => {
      const place = await own();
      await fillOutputs(place.client, place.made);
      const { inputs, outputs } = await scenarioAt(place);
      const body = { vote: '1', note: 'n', inputs, outputs };
      await updateScenario(place, body);
      await place.client.closeHumanEvaluation({ parameters: place.made });
      assert.equal((await updateScenario(place, body)).status, 204);
      assert.equal((await updateScenario(place, {})).status, 204);
      for (const change of [{ vote: '0' }, { vote: '' }, { note: '' }, { is_pinned: true }]) {
        expectProblem(await updateScenario(place, change), 'evaluation_closed');
      }
      assert.equal((await scenarioAt(place)).vote, '1');
    });

    test('404 for a scenario of another evaluation or type, and for unknown ids', async () => {
      const { client, made } = await own();
      const other = await own();
      const foreign = await makeHumanEvaluation((await makeForeigner(server())).client);
      const { id: scenario_id } = await scenarioAt({ client, made });
      const { id: elsewhere } = await scenarioAt(other);
      const attempt = (parameters: CallInput<'updateEvaluationScenario'>['parameters']) =>
        client.reply.updateEvaluationScenario({ parameters, body: { vote: '1' } });
      for (const id of [...unknownIds(), elsewhere]) {
        expectProblem(await attempt({ ...made, scenario_id: id }), 'scenario_not_found');
      }
      const evaluation_type = 'single_model_test';
      expectProblem(await attempt({ ...made, scenario_id, evaluation_type }), 'scenario_not_found');
      for (const evaluation_id of [...unknownIds(), foreign.evaluation_id]) {
        const reply = await attempt({ ...made, scenario_id, evaluation_id });
        expectProblem(reply, 'evaluation_not_found');
      }
    });

    test('404 names a variant that the evaluation does not have', async () => {
      const place = await own();
      const [first] = place.made.variants;
      const other = await own();
      for (const id of [...unknownIds(), '', other.made.variants[0]?.id ?? '']) {
        const outputs = [
          { variant_id: first?.id ?? '', variant_output: '' },
          { variant_id: id, variant_output: '' },
        ];
        const problem = expectProblem(
          await updateScenario(place, { outputs }),
          'variant_not_found',
        );
        assert.equal(problem['field'], 'outputs[1].variant_id');
      }
      assert.deepEqual((await scenarioAt(place)).outputs, []);
    });

    test('422 for one variant that is named by its id and by a slot', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, { rows: numberedRows(1) });
      await fillOutputs(owner, made);
      const [task] = await takeTasks(owner, made);
      const variant_id = made.variants[0]?.id ?? '';
      const replies = await Promise.all(
        (task?.slots ?? []).map(({ slot_id }) =>
          updateScenario(
            { client: owner, made },
            {
              outputs: [
                { variant_id, variant_output: 'one' },
                { variant_id: slot_id, variant_output: 'two' },
              ],
            },
          ),
        ),
      );
      const refused = replies.filter(({ status }) => status === 422);
      assert.equal(refused.length, 1, replies.map(({ status }) => status).join(' '));
    });

    test('422 for an unknown evaluation type, wrong types, and repetitions', async () => {
      const place = await own();
      const { id: scenario_id } = await scenarioAt(place);
      const [first] = place.made.variants;
      const variant_id = first?.id ?? '';
      const byType = await place.client.reply.updateEvaluationScenario({
        parameters: wrong({ ...place.made, scenario_id, evaluation_type: 'auto' }),
        body: {},
      });
      expectInvalid(byType, { loc: ['path', 'evaluation_type'], type: 'enum' });
      const input = { input_name: 'a', input_value: '' };
      const faulty = {
        vote: 5,
        note: [],
        outputs: [
          { variant_id, variant_output: '' },
          { variant_id: variant_id.toUpperCase(), variant_output: null },
        ],
        inputs: [input, input, {}],
        correct_answer: 1,
        is_pinned: 'yes',
      };
      expectInvalid(
        await updateScenario(place, wrong(faulty)),
        { loc: ['body', 'vote'], type: 'string_type' },
        { loc: ['body', 'note'], type: 'string_type' },
        { loc: ['body', 'outputs', 1], type: 'value_error' },
        { loc: ['body', 'outputs', 1, 'variant_output'], type: 'string_type' },
        { loc: ['body', 'inputs', 1], type: 'value_error' },
        { loc: ['body', 'inputs', 2, 'input_name'], type: 'missing' },
        { loc: ['body', 'inputs', 2, 'input_value'], type: 'missing' },
        { loc: ['body', 'correct_answer'], type: 'string_type' },
        { loc: ['body', 'is_pinned'], type: 'bool_type' },
      );
      const note = 'x'.repeat(10_001);
      expectInvalid(await updateScenario(place, { note }), {
        loc: ['body', 'note'],
        type: 'string_too_long',
      });
    });

    test('requires the permission for each field that changes, and for no other', async () => {
      const { client, made } = await own({ settings: { blind: false } });
      await fillOutputs(client, made);
      const { inputs, outputs, correct_answer, is_pinned } = await scenarioAt({ client, made });
      const same = { inputs, outputs, correct_answer, is_pinned, vote: '', note: '' };
      const judged: readonly ScenarioUpdate[] = [{ vote: '1' }, { note: 'n' }, { outputs: [] }];
      const edited: readonly ScenarioUpdate[] = [
        { inputs: [] },
        { correct_answer: 'x' },
        { is_pinned: true },
      ];
      for (const role of ['viewer', 'deployment_manager', 'evaluator'] as const) {
        const member = (await makeMember(server(), [role])).client;
        assert.equal((await updateScenario({ client: member, made }, same)).status, 204);
        for (const change of edited) {
          const reply = await updateScenario({ client: member, made }, { ...same, ...change });
          assert.equal(expectProblem(reply, 'forbidden')['permission'], 'edit_evaluation');
        }
        if (role === 'evaluator') continue;
        for (const change of judged) {
          const reply = await updateScenario({ client: member, made }, { ...same, ...change });
          assert.equal(expectProblem(reply, 'forbidden')['permission'], 'run_evaluations');
        }
      }
      const evaluator = (await makeMember(server(), ['evaluator'])).client;
      const both = await updateScenario(
        { client: evaluator, made },
        { vote: '1', is_pinned: true },
      );
      expectProblem(both, 'forbidden');
      assert.equal((await scenarioAt({ client: evaluator, made })).vote, '');
      for (const change of judged.toReversed()) {
        assert.equal((await updateScenario({ client: evaluator, made }, change)).status, 204);
      }
    });
  });
});
