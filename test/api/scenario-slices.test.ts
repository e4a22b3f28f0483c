import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CallInput } from '../../src/client/client.ts';
import type { JsonObject } from '../../src/contract/fields.ts';
import { makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { type MadeEvaluation, makeHumanEvaluation } from '../support/evaluations.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { walk } from '../support/pages.ts';
import { OWNER_KEY } from '../support/reachable.ts';
import { wrong } from '../support/requests.ts';
import { rowsOf } from '../support/rows-of.ts';
import { updateScenario } from '../support/scenarios.ts';
import { voteInTurn } from '../support/votes.ts';

type Query = NonNullable<CallInput<'listEvaluationScenarios'>['query']>;

/** Each is used twice; values that are not texts become texts. */
const VALUES = [
  'plain',
  'it\'s "quoted"',
  'a\\b\n\t%_',
  '日本 🦦',
  'é',
  'e\u0301',
  '',
  ' ',
  'null',
  'other',
  '3',
  3.5,
  true,
  null,
  ['a', 1],
];
const HOSTILE: readonly JsonObject[] = [...VALUES, ...VALUES].map((topic, index) => ({
  question: index === 0 ? '日本 🦦' : `question ${index}`,
  topic,
  'odd "name"\'': index % 3 === 0 ? 'x' : 'y',
}));

/** Twelve and ten of a kind, and three single ones, the last of which is not judged. */
const TOPICS = [...Array(12).fill('law'), ...Array(10).fill('art'), 'tea', 'other', 'new'];

onEachEngine((server) => {
  const positionsIn = async (made: MadeEvaluation, query: Query) => {
    const { headers, body } = await server().owner.reply.listEvaluationScenarios({
      parameters: made,
      query,
    });
    assert.equal(headers.get('x-total-count'), String(body.length));
    return body.map(({ position }) => position);
  };

  const makeSliced = async () => {
    const rows = TOPICS.map((topic, index) => ({ question: `question ${index}`, topic }));
    const made = await makeHumanEvaluation(server().owner, { rows });
    const [first = ''] = made.variants.map(({ id }) => id);
    await voteInTurn(server().owner, made, Array(TOPICS.length - 1).fill(first));
    return made;
  };

  describe('slices of listEvaluationScenarios', () => {
    test('200 has the scenarios with exactly this value, whatever its characters', async () => {
      const made = await makeHumanEvaluation(server().owner, { rows: HOSTILE });
      const all = await server().owner.listEvaluationScenarios({ parameters: made });
      const values = all.map(({ inputs }) => inputs);
      for (const slice of Object.keys(HOSTILE[0] ?? {})) {
        const labels = values.map(
          (inputs) => inputs.find(({ input_name }) => input_name === slice)?.input_value ?? '?',
        );
        for (const label of new Set(labels)) {
          assert.deepEqual(
            await positionsIn(made, { slice, label }),
            labels.flatMap((one, position) => (one === label ? [position] : [])),
            JSON.stringify({ slice, label }),
          );
        }
      }
      assert.deepEqual(await positionsIn(made, { slice: 'topic', label: 'never' }), []);
    });

    test('200 leaves out scenarios without this input, and follows those that change', async () => {
      const made = await makeHumanEvaluation(server().owner, {
        rows: Array.from({ length: 4 }, () => ({ topic: 'law', place: 'law' })),
      });
      const client = server().owner;
      const change = (position: number, inputs: { input_name: string; input_value: string }[]) =>
        updateScenario({ client, made, position }, { inputs });
      await change(0, [{ input_name: 'place', input_value: 'law' }]);
      await change(1, [{ input_name: 'topic', input_value: 'art' }]);
      await change(2, []);
      assert.deepEqual(await positionsIn(made, { slice: 'topic', label: 'law' }), [3]);
      assert.deepEqual(await positionsIn(made, { slice: 'topic', label: 'art' }), [1]);
      assert.deepEqual(await positionsIn(made, { slice: 'place', label: 'law' }), [0, 3]);
      assert.deepEqual(await positionsIn(made, { slice: 'topic', pooled: true }), [1, 3]);
    });

    test('200 pools the values that are not a slice in the results', async () => {
      const made = await makeSliced();
      const slice = 'topic';
      const { statistics } = await server().owner.fetchResults({
        parameters: made,
        query: { slice },
      });
      assert.deepEqual(
        statistics.slices?.map(({ label, pooled }) => [label, pooled]),
        [
          ['art', false],
          ['law', false],
          ['other', true],
        ],
      );
      assert.deepEqual(await positionsIn(made, { slice, pooled: true }), [22, 23, 24]);
      assert.deepEqual(await positionsIn(made, { slice, label: 'other' }), [23]);
      assert.equal((await positionsIn(made, { slice, label: 'law' })).length, 12);
    });

    test('200 has each scenario once, by pages and by disagreement', async () => {
      const made = await makeSliced();
      const { client } = await makeMember(server(), ['editor']);
      const votes = Array.from({ length: 12 }, (_, position) => (position % 3 === 0 ? '0' : '1'));
      const [first = ''] = made.variants.map(({ id }) => id);
      await voteInTurn(
        client,
        made,
        votes.map((vote) => (vote === '0' ? first : vote)),
      );
      const query = 'slice=topic&label=law&order=disagreement';
      const pages = await walk(
        {
          server: server(),
          key: OWNER_KEY,
          path: `/api/human-evaluations/${made.evaluation_id}/evaluation_scenarios?${query}`,
          itemsIn: (body) => body as unknown[], // Compared below.
        },
        5,
      );
      const places = (pages.flat() as { position: number }[]).map(({ position }) => position);
      assert.deepEqual(
        pages.map(({ length }) => length),
        [5, 5, 2],
      );
      assert.deepEqual(places, [1, 2, 4, 5, 7, 8, 10, 11, 0, 3, 6, 9]);
    });

    test('G23: 403 for pooled values for blind annotators, who may see single ones', async () => {
      const made = await makeSliced();
      const { client } = await makeMember(server(), ['evaluator']);
      const parameters = { evaluation_id: made.evaluation_id };
      const slice = 'topic';
      const refused = await client.reply.listEvaluationScenarios({
        parameters,
        query: { slice, pooled: true },
      });
      expectProblem(refused, 'forbidden');
      const shown = await client.listEvaluationScenarios({
        parameters,
        query: { slice, label: 'art', order: 'position' },
      });
      assert.deepEqual(
        shown.map(({ position, disagreement }) => [position, disagreement]),
        Array.from({ length: 10 }, (_, index) => [12 + index, null]),
      );
    });

    test('422 for an incomplete slice, and for an unknown input', async () => {
      const made = await makeHumanEvaluation(server().owner, { rows: rowsOf(1) });
      const faults: readonly (readonly [Query, string, string])[] = [
        [{ label: 'x' }, 'slice', 'missing'],
        [{ pooled: true }, 'slice', 'missing'],
        [{ slice: 'question' }, 'label', 'missing'],
        [{ slice: 'question', pooled: false }, 'label', 'missing'],
        [{ slice: 'question', label: 'x', pooled: true }, 'pooled', 'value_error'],
        [wrong({ slice: 'question', pooled: 'maybe' }), 'pooled', 'bool_parsing'],
        [{ slice: 'correct_answer', label: 'x' }, 'slice', 'value_error'],
      ];
      for (const [query, field, type] of faults) {
        const reply = await server().owner.reply.listEvaluationScenarios({
          parameters: made,
          query,
        });
        expectInvalid(reply, { loc: ['query', field], type });
      }
    });

    test('400 for the cursor of another slice', async () => {
      const made = await makeSliced();
      const { reply } = server().owner;
      const query = { slice: 'topic', label: 'law', limit: 1 };
      const page = await reply.listEvaluationScenarios({ parameters: made, query });
      const [, cursor = ''] = /[?&]cursor=([^&>]+)/.exec(page.headers.get('link') ?? '') ?? [];
      const others: readonly Query[] = [
        { slice: 'topic', label: 'art' },
        { slice: 'topic', pooled: true },
        { slice: 'question', label: 'law' },
        {},
      ];
      for (const other of others) {
        const answer = await reply.listEvaluationScenarios({
          parameters: made,
          query: { ...other, limit: 1, cursor },
        });
        expectProblem(answer, 'invalid_cursor');
      }
    });
  });
});
