import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { makeHumanEvaluation } from '../support/evaluations.ts';
import { expectProblem } from '../support/expect.ts';
import { rowsOf } from '../support/rows-of.ts';
import { TIMESTAMP, unknownIds } from '../support/unknown-ids.ts';
import { scenarioIdsOf, sendVote, voteInTurn } from '../support/votes.ts';

onEachEngine((server) => {
  const seriesOf = (evaluation_id: string, client = server().owner) =>
    client.fetchResultsSeries({ parameters: { evaluation_id } });

  describe('fetchResultsSeries', () => {
    test('200 has a point for each completed case, in the order of completion', async () => {
      const made = await makeHumanEvaluation(server().owner, { rows: rowsOf(6) });
      const [first = '', second = ''] = made.variants.map(({ id }) => id);
      await voteInTurn(server().owner, made, [second, first, second, second]);
      const series = await seriesOf(made.evaluation_id);
      assert.equal(series.planned_cases, 6);
      assert.equal(series.completed_cases, 4);
      const [line, ...more] = series.lines ?? [];
      assert.deepEqual(more, []);
      assert.equal(line?.variant, second);
      assert.equal(line?.against, first);
      assert.deepEqual(
        line?.points.map(({ cases, estimate }) => [cases, estimate]),
        [
          [1, 1],
          [2, 1 / 2],
          [3, 2 / 3],
          [4, 3 / 4],
        ],
      );
      for (const { low, high, completed_at } of line?.points ?? []) {
        assert.deepEqual([low, high], [null, null], 'a plan of six scenarios has not ended');
        assert.match(completed_at ?? '', TIMESTAMP);
      }
    });

    test('ends at the verdict', async () => {
      const made = await makeHumanEvaluation(server().owner, { rows: rowsOf(4) });
      const [first = '', second = ''] = made.variants.map(({ id }) => id);
      await voteInTurn(server().owner, made, [second, second, first, '1']);
      await expectEnd(made.evaluation_id, 0.625);
    });

    test('ends at the verdict, also after more judgements of the same scenarios', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, { rows: rowsOf(10) });
      const [first = '', second = ''] = made.variants.map(({ id }) => id);
      const turns = Array.from({ length: 10 }, (_, i) => (i < 6 ? second : first));
      await voteInTurn(owner, made, turns);
      const parameters = { evaluation_id: made.evaluation_id };
      await owner.extendHumanEvaluation({ parameters, body: { judgements_per_task: 2 } });
      const { client } = await makeMember(server(), ['editor']);
      await voteInTurn(
        client,
        made,
        turns.map(() => second),
      );
      await expectEnd(made.evaluation_id, 0.8);
    });

    async function expectEnd(evaluation_id: string, estimate: number): Promise<void> {
      const { lines } = await seriesOf(evaluation_id);
      const { statistics } = await server().owner.fetchResults({ parameters: { evaluation_id } });
      const { effect, interval } = statistics.verdict ?? {};
      const last = lines?.[0]?.points.at(-1) ?? assert.fail('The line has no points.');
      assert.deepEqual([last.estimate, effect], [estimate, estimate]);
      assert.deepEqual([last.low, last.high], [interval?.low, interval?.high]);
    }

    test('compares the leader of several variants with each other one', async () => {
      const made = await makeHumanEvaluation(server().owner, { variantCount: 3, rows: rowsOf(3) });
      const third = made.variants[2]?.id ?? '';
      await voteInTurn(server().owner, made, [third, third, third]);
      const { lines } = await seriesOf(made.evaluation_id);
      assert.deepEqual(
        lines?.map(({ variant, against }) => [variant, against]),
        made.variants.slice(0, 2).map(({ id }) => [third, id]),
      );
    });

    test('follows scores', async () => {
      const wish = { type: 'single_model_test', variantCount: 2, rows: rowsOf(2) } as const;
      const made = await makeHumanEvaluation(server().owner, wish);
      for (const scenario_id of await scenarioIdsOf(server().owner, made.evaluation_id)) {
        const scores = made.variants.map(({ id }, place) => ({ variant_id: id, score: place * 9 }));
        await sendVote(server().owner, made, { scenario_id, scores });
      }
      const { lines } = await seriesOf(made.evaluation_id);
      assert.equal(lines?.[0]?.criterion, 'score');
      assert.deepEqual(
        lines?.[0]?.points.map(({ estimate }) => estimate),
        [9, 9],
      );
    });

    test('is empty before the first judgement', async () => {
      for (const rows of [[], rowsOf(2)]) {
        const { evaluation_id } = await makeHumanEvaluation(server().owner, { rows });
        const { lines, completed_cases, warnings } = await seriesOf(evaluation_id);
        assert.deepEqual(
          lines?.flatMap(({ points }) => points),
          [],
        );
        assert.equal(completed_cases, 0);
        assert.deepEqual(warnings, ['no_data']);
      }
    });

    test('G23: withholds everything from blind annotators until the evaluation is closed', async () => {
      const made = await makeHumanEvaluation(server().owner, { rows: rowsOf(2) });
      const { client } = await makeMember(server(), ['evaluator']);
      await voteInTurn(client, made, ['1', '0']);
      assert.deepEqual(await seriesOf(made.evaluation_id, client), {});
      const parameters = { evaluation_id: made.evaluation_id };
      await server().owner.closeHumanEvaluation({ parameters });
      assert.deepEqual(
        await seriesOf(made.evaluation_id, client),
        await seriesOf(made.evaluation_id),
      );
    });

    test('404 evaluation_not_found', async () => {
      for (const evaluation_id of unknownIds()) {
        const parameters = { evaluation_id };
        const reply = await server().owner.reply.fetchResultsSeries({ parameters });
        expectProblem(reply, 'evaluation_not_found');
      }
    });
  });
});
