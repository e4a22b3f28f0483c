import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { makeHumanEvaluation } from '../support/evaluations.ts';
import { expectInvalid } from '../support/expect.ts';
import { rowsOf } from '../support/rows-of.ts';
import { voteInTurn } from '../support/votes.ts';

/** Twelve and ten of a kind, and two single ones. */
const TOPICS = [...Array(12).fill('law'), ...Array(10).fill('art'), 'tea', 'sea'];
const ROWS = TOPICS.map((topic, index) => ({ question: `question ${index}`, topic }));

onEachEngine((server) => {
  describe('slices of fetchResults', () => {
    const makeJudged = async () => {
      const made = await makeHumanEvaluation(server().owner, { rows: ROWS });
      const [first = '', second = ''] = made.variants.map(({ id }) => id);
      // Law: eleven of twelve. Art: half of ten. The others: one tie, one loss.
      const law = Array.from({ length: 12 }, (_, index) => (index === 5 ? first : second));
      const art = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? first : second));
      await voteInTurn(server().owner, made, [...law, ...art, '1', first]);
      return { ...made, first, second };
    };

    test('200 has the win rate for each value, rare ones together', async () => {
      const { evaluation_id, first, second } = await makeJudged();
      const { statistics } = await server().owner.fetchResults({
        parameters: { evaluation_id },
        query: { slice: 'topic' },
      });
      assert.deepEqual(
        statistics.slices?.map(({ slice, label, pooled, variant, against, effect }) => [
          slice,
          label,
          pooled,
          variant,
          against,
          effect.n,
          Math.round((effect.estimate ?? -1) * 1e12) / 1e12,
        ]),
        [
          ['topic', 'art', false, second, first, 10, 0.5],
          ['topic', 'law', false, second, first, 12, 0.916666666667],
          ['topic', 'other', true, second, first, 2, 0.25],
        ],
      );
      assert.ok(statistics.warnings?.includes('slices_unplanned'));
    });

    test('adjusts p-values for the number of slices', async () => {
      const { evaluation_id } = await makeJudged();
      const { statistics } = await server().owner.fetchResults({
        parameters: { evaluation_id },
        query: { slice: 'topic' },
      });
      const slices = statistics.slices ?? [];
      const sorted = slices.map(({ p_value }) => p_value ?? 1).sort((a, b) => a - b);
      for (const { p_value, adjusted_p, survives } of slices) {
        // By definition: the least m · p₍ⱼ₎ / j from its own rank on.
        const rank = sorted.indexOf(p_value ?? 1);
        const expected = Math.min(
          1,
          ...sorted.slice(rank).map((p, after) => (sorted.length * p) / (rank + after + 1)),
        );
        assert.ok(Math.abs((adjusted_p ?? 0) - expected) < 1e-12);
        assert.equal(survives, expected <= 0.05);
      }
      assert.deepEqual(
        slices.filter(({ survives }) => survives).map(({ label }) => label),
        ['law'],
      );
    });

    test('include later judgements, and are returned only on request', async () => {
      const judged = await makeJudged();
      const parameters = { evaluation_id: judged.evaluation_id };
      const query = { slice: 'topic' };
      await server().owner.fetchResults({ parameters, query });
      await voteInTurn(server().owner, judged, [judged.first]);
      const { statistics } = await server().owner.fetchResults({ parameters, query });
      const law = statistics.slices?.find(({ label }) => label === 'law');
      assert.ok(Math.abs((law?.effect.estimate ?? 0) - 10 / 12) < 1e-12);
      const plain = await server().owner.fetchResults({ parameters });
      assert.deepEqual(plain.statistics.slices, []);
      assert.ok(!plain.statistics.warnings?.includes('slices_unplanned'));
    });

    test('422 for an input that the evaluation does not have', async () => {
      const { evaluation_id } = await makeHumanEvaluation(server().owner, { rows: rowsOf(1) });
      const reply = await server().owner.reply.fetchResults({
        parameters: { evaluation_id },
        query: { slice: 'correct_answer' },
      });
      expectInvalid(reply, { loc: ['query', 'slice'], type: 'value_error' });
    });

    test('G23: are withheld from blind annotators', async () => {
      const { evaluation_id } = await makeJudged();
      const { client } = await makeMember(server(), ['evaluator']);
      const { statistics } = await client.fetchResults({
        parameters: { evaluation_id },
        query: { slice: 'topic' },
      });
      assert.deepEqual(statistics, {});
    });
  });

  describe('length effect of fetchResults', () => {
    test('shows how often the longer of the stored outputs wins', async () => {
      const made = await makeHumanEvaluation(server().owner, { rows: rowsOf(12) });
      const [first = '', second = ''] = made.variants.map(({ id }) => id);
      // The longer variant alternates; length is in bytes, and an umlaut has two.
      await fillOutputs(server().owner, made, (position, variant) =>
        (position + variant) % 2 === 0 ? 'ööö' : 'long',
      );
      const longer = (position: number) => (position % 2 === 0 ? first : second);
      const votes = Array.from({ length: 12 }, (_, position) =>
        position < 9 ? longer(position) : longer(position + 1),
      );
      await voteInTurn(server().owner, made, votes);
      const { statistics } = await server().owner.fetchResults({
        parameters: { evaluation_id: made.evaluation_id },
      });
      const { length_effect: effect } = statistics;
      assert.equal(effect?.longer_wins.estimate, 0.75);
      assert.equal(effect?.longer_wins.n, 12);
      assert.ok((effect?.effect.estimate ?? 0) > 0.5);
      assert.equal(effect?.at_equal_length.length, 1);
    });

    test('is null without outputs', async () => {
      const made = await makeHumanEvaluation(server().owner, { rows: rowsOf(2) });
      await voteInTurn(server().owner, made, ['1', '0']);
      const { statistics } = await server().owner.fetchResults({
        parameters: { evaluation_id: made.evaluation_id },
      });
      assert.equal(statistics.length_effect, null);
    });
  });
});
