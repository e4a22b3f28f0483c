import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeBase, makeMember, makeVariant, unique } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { makeHumanEvaluation } from '../support/evaluations.ts';
import { OWNER_KEY } from '../support/reachable.ts';
import { answerJson, startTarget } from '../support/target-server.ts';

/** A scenario, as far as clients of the original read it. */
interface Scenario {
  readonly id: string;
  readonly inputs: readonly { readonly input_name: string; readonly input_value: string }[];
  readonly outputs: readonly { readonly variant_id: string; readonly variant_output: string }[];
  readonly vote: string;
}

interface ListedVariant {
  readonly variant_id: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Calls the original API with paths and bodies as its clients send them. */
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

      // The votes of each person on the first seven of eight rows, in order.
      const editor = originalClient(url, (await makeMember(server(), ['editor'])).key);
      const votes: readonly (readonly [typeof call, readonly string[]])[] = [
        [call, [first, first, second, '1', '0', first, '']],
        [editor, [second, first, second, '1', '1', '', '']],
      ];
      for (const [person, own] of votes) {
        for (const [index, vote] of own.entries()) {
          const scenario = scenarios[index];
          assert.ok(scenario);
          await person('PUT', update(scenario), { vote, inputs: scenario.inputs });
        }
        const stored = await person<Scenario[]>('GET', `${evaluation}/evaluation_scenarios/`);
        assert.deepEqual(
          stored.map(({ vote }) => vote),
          [...own, ''],
        );
      }
      // A blind annotator sees no variants, and votes for the ids in their place.
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

    test('opens the evaluation dialog: asks the app for its inputs, then starts', async () => {
      const { url, owner } = server();
      const app = await startTarget(answerJson({ openapi: '3.1.0', paths: { '/generate': {} } }));
      try {
        const { app_id, base_id, variant } = await makeBase(owner, { uri: `${app.url}/chat` });
        const rival = await makeVariant(owner, { base_id });
        const call = originalClient(url, OWNER_KEY);
        const listed = await call<ListedVariant[]>('GET', `/apps/${app_id}/variants/`);
        const ids = [variant.variant_id, rival.variant_id];
        assert.deepEqual(
          listed.map(({ variant_id }) => variant_id),
          ids,
        );
        for (const { variant_id, created_at, updated_at } of listed) {
          assert.ok(Date.parse(created_at) <= Date.parse(updated_at));
          const path = `/containers/container_url/?variant_id=${variant_id}&base_id=${base_id}`;
          const { uri } = await call<{ uri: string }>('GET', path);
          const description = await fetch(`${uri}/openapi.json`);
          assert.deepEqual(Object.keys(Object(await description.json())), ['openapi', 'paths']);
        }
        const testset = await call<{ id: string }>('POST', `/testsets/${app_id}`, {
          name: unique('set'),
          csvdata: [{ country: 'one' }],
        });
        const made = await call<{ id: string }>('POST', '/human-evaluations/', {
          variant_ids: ids,
          app_id,
          inputs: ['country'],
          evaluation_type: 'human_a_b_testing',
          evaluation_type_settings: {},
          testset_id: testset.id,
          status: 'EVALUATION_INITIALIZED',
        });
        const { user_id } = await call<{ user_id: string }>(
          'GET',
          `/human-evaluations/${made.id}/`,
        );
        const creator = await call<{ uid: string }>('GET', `/profile/?user_id=${user_id}`);
        assert.equal(creator.uid, user_id);
      } finally {
        await app.close();
      }
    });

    test('checks uses before it deletes, and shows why it may not', async () => {
      const { url, owner } = server();
      const made = await makeHumanEvaluation(owner);
      const call = originalClient(url, OWNER_KEY);
      const uses = (type: string, ids: readonly string[]) => {
        const repeated = ids.map((id) => `resource_ids=${id}`).join('&');
        const query = `${repeated}&resource_type=${type}&app_id=${made.app_id}`;
        return call<string[]>('GET', `/evaluations/by_resource?${query}`);
      };
      const variants = made.variants.map(({ id }) => id);
      const using = [made.evaluation_id];
      assert.deepEqual(await uses('variant', variants), using);
      assert.deepEqual(await uses('variant', variants.slice(1)), using);
      assert.deepEqual(await uses('testset', [made.testset_id]), using);
      assert.deepEqual(await uses('evaluator_config', [made.testset_id]), []);

      const refused = await fetch(`${url}/api/variants/${variants[0]}`, {
        method: 'DELETE',
        headers: { Authorization: OWNER_KEY },
      });
      assert.equal(refused.status, 409);
      // Its screens show the first value of the body.
      assert.match(String(Object.values(Object(await refused.json()))[0]), /^[A-Z][^{}]+\.$/);

      await call('DELETE', '/human-evaluations/', { evaluations_ids: using });
      assert.deepEqual(await uses('variant', variants), []);
      assert.deepEqual(await uses('testset', [made.testset_id]), []);
    });

    test('registers a default config at each start, without replacing a changed one', async () => {
      const { url, owner } = server();
      const { base_id, variant } = await makeBase(owner);
      const call = originalClient(url, OWNER_KEY);
      const register = (parameters: unknown) =>
        call('POST', '/configs/', {
          base_id,
          config_name: 'default',
          parameters,
          overwrite: false,
        });
      const defaults = { prompt: 'Answer {country}.', temperature: 0.2 };
      for (const start of [1, 2, 3]) {
        await register(defaults);
        const config = await call<{ current_version: number; parameters: unknown }>(
          'GET',
          `/configs/?base_id=${base_id}&config_name=default`,
        );
        assert.deepEqual([config.current_version, config.parameters], [2, defaults], `${start}`);
      }
      await call('PUT', `/variants/${variant.variant_id}/parameters/`, {
        parameters: { ...defaults, temperature: 0.9 },
      });
      await assert.rejects(register(defaults), /: 409 .*config_name_taken/);
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
