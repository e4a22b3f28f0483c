import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeBase, makeMember, makeVariant, unique } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { OWNER_KEY } from '../support/running-server.ts';

/** A scenario, as far as clients of the original read it. */
interface Scenario {
  readonly id: string;
  readonly inputs: readonly { readonly input_name: string; readonly input_value: string }[];
  readonly outputs: readonly { readonly variant_id: string; readonly variant_output: string }[];
  readonly vote: string;
}

/** Speaks the original API by hand: paths and bodies as its clients send them. */
function originalClient(url: string, key: string) {
  return async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { Authorization: key, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Answer; // What the caller reads is asserted there.
  };
}

onEachEngine((server) => {
  describe('a client of the original API', () => {
    test('compares two variants from the test set to the deletion', async () => {
      const { url, owner } = server();
      const { app_id, base_id, variant } = await makeBase(owner);
      const rival = await makeVariant(owner, { base_id });
      const variants = [variant.variant_id, rival.variant_id];
      const [first = '', second = ''] = variants;
      const call = originalClient(url, OWNER_KEY);

      const questions = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
      const testset = await call<{ id: string }>('POST', `/testsets/${app_id}`, {
        name: unique('set'),
        csvdata: questions.map((country) => ({ country, correct_answer: `about ${country}` })),
      });
      const made = await call<{ id: string; status: string }>('POST', '/human-evaluations/', {
        app_id,
        variant_ids: variants,
        evaluation_type: 'human_a_b_testing',
        inputs: ['country'],
        testset_id: testset.id,
        status: 'EVALUATION_INITIALIZED',
      });
      const evaluation = `/human-evaluations/${made.id}`;
      const listed = await call<{ id: string }[]>('GET', `/human-evaluations/?app_id=${app_id}`);
      assert.deepEqual(
        listed.map(({ id }) => id),
        [made.id],
      );

      const scenarios = await call<Scenario[]>('GET', `${evaluation}/evaluation_scenarios/`);
      assert.deepEqual(
        scenarios.map(({ inputs }) => inputs[0]?.input_value),
        questions,
      );
      const update = ({ id }: Scenario) =>
        `${evaluation}/evaluation_scenario/${id}/human_a_b_testing`;
      for (const scenario of scenarios) {
        const outputs = [
          { variant_id: first, variant_output: 'from the first' },
          { variant_id: second, variant_output: 'from the second' },
        ];
        await call('PUT', update(scenario), { outputs, inputs: scenario.inputs });
      }
      await call('PUT', evaluation, { status: 'EVALUATION_FINISHED' });

      // Eight rows: what each person says of them, in order; the last one nobody judges.
      const editor = originalClient(url, (await makeMember(server(), ['editor'])).key);
      const votes: readonly (readonly [typeof call, readonly string[]])[] = [
        [call, [first, first, second, '1', '0', first, '']],
        [editor, [second, first, second, '1', '1', '', '']],
      ];
      for (const [person, said] of votes) {
        for (const [index, vote] of said.entries()) {
          const scenario = scenarios[index];
          assert.ok(scenario);
          await person('PUT', update(scenario), { vote, inputs: scenario.inputs });
        }
        const seen = await person<Scenario[]>('GET', `${evaluation}/evaluation_scenarios/`);
        assert.deepEqual(
          seen.map(({ vote }) => vote),
          [...said, ''],
        );
      }
      // Who judges blind sees no variants and votes for what stands in their place.
      const evaluator = originalClient(url, (await makeMember(server(), ['evaluator'])).key);
      const blind = await evaluator<Scenario[]>('GET', `${evaluation}/evaluation_scenarios/`);
      for (const scenario of blind.slice(0, 2)) {
        const better = scenario.outputs.find(
          ({ variant_output }) => variant_output === 'from the second',
        );
        assert.ok(better && !variants.includes(better.variant_id));
        await evaluator('PUT', update(scenario), { ...scenario, vote: better.variant_id });
      }

      // 13 judgements and two rows without any: first 4, second 5, "1" 3, "0" 1.
      const results = await call<{ votes_data: unknown }>('GET', `${evaluation}/results/`);
      assert.deepEqual(results.votes_data, {
        variants,
        variant_names: [variant.variant_name, rival.variant_name],
        nb_of_rows: 8,
        positive_votes: { number_of_votes: 3, percentage: 20 },
        flag_votes: { number_of_votes: 1, percentage: 6.67 },
        variants_votes_data: {
          [first]: { number_of_votes: 4, percentage: 26.67 },
          [second]: { number_of_votes: 5, percentage: 33.33 },
          '0': { number_of_votes: 1, percentage: 6.67 },
          '1': { number_of_votes: 3, percentage: 20 },
          '': { number_of_votes: 2, percentage: 13.33 },
        },
      });

      await call('DELETE', '/human-evaluations/', { evaluations_ids: [made.id] });
      const gone = await fetch(`${url}/api${evaluation}`, {
        headers: { Authorization: OWNER_KEY },
      });
      assert.equal(gone.status, 404);
      await call('DELETE', '/testsets/', { testset_ids: [testset.id] });
    });

    test('scores one variant and reads the scores back', async () => {
      const { url, owner } = server();
      const { app_id, variant } = await makeBase(owner);
      const call = originalClient(url, OWNER_KEY);
      const testset = await call<{ id: string }>('POST', `/testsets/${app_id}`, {
        name: unique('set'),
        csvdata: [{ q: 'a' }, { q: 'b' }, { q: 'c' }, { q: 'd' }],
      });
      const made = await call<{ id: string }>('POST', '/human-evaluations', {
        app_id,
        variant_ids: [variant.variant_id],
        evaluation_type: 'single_model_test',
        inputs: ['q'],
        testset_id: testset.id,
        status: 'EVALUATION_INITIALIZED',
      });
      const evaluation = `/human-evaluations/${made.id}`;
      const scenarios = await call<Scenario[]>('GET', `${evaluation}/evaluation_scenarios`);
      const [one, two, three] = scenarios.map(({ id }) => id);
      const scoreOf = (id = '') => `/human-evaluations/evaluation_scenario/${id}/score`;
      await call('PUT', `${evaluation}/evaluation_scenario/${one}/single_model_test`, {
        score: '5',
      });
      await call('PUT', scoreOf(two), { score: 5 });
      await call('PUT', scoreOf(three), { score: '7.50' });
      const score = await call<unknown>('GET', scoreOf(three));
      assert.deepEqual(score, { scenario_id: three, score: '7.5' });
      const results = await call<{ results_data: unknown }>('GET', `${evaluation}/results`);
      assert.deepEqual(results.results_data, { '5': 2, '7.5': 1 });
      await call('DELETE', '/human-evaluations', { evaluations_ids: [made.id] });
      const left = await call<unknown[]>('GET', `/human-evaluations?app_id=${app_id}`);
      assert.deepEqual(left, []);
    });
  });
});
