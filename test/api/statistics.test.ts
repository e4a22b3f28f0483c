import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import {
  createFrom,
  type MadeEvaluation,
  makeEvaluationParts,
  makeHumanEvaluation,
} from '../support/evaluations.ts';
import { judgeByFives } from '../support/judge-tasks.ts';
import { rowsOf } from '../support/rows-of.ts';
import { scenarioIdsOf, sendVote, voteInTurn } from '../support/votes.ts';

onEachEngine((server) => {
  const statisticsOf = async (
    { evaluation_id }: Pick<MadeEvaluation, 'evaluation_id'>,
    client = server().owner,
  ) => (await client.fetchResults({ parameters: { evaluation_id } })).statistics;

  describe('statistics of fetchResults', () => {
    test('200 has win rates that can be checked by hand', async () => {
      const made = await makeHumanEvaluation(server().owner, { rows: rowsOf(5) });
      const [first = '', second = ''] = made.variants.map(({ id }) => id);
      await voteInTurn(server().owner, made, [second, second, first, '1', '0']);
      const { two_variants: two, computation, verdict } = await statisticsOf(made);
      assert.equal(two?.variant, second);
      assert.equal(two?.against, first);
      assert.deepEqual(two?.counts, { wins: 2, ties: 1, both_bad: 1, losses: 1 });
      isClose(two?.score_win_rate.estimate, 0.6);
      isClose(two?.decisive_win_rate.estimate, 2 / 3);
      isClose(two?.tie_rate.estimate, 0.2);
      isClose(two?.both_bad_rate.estimate, 0.2);
      assert.equal(verdict?.word, 'not_yet_clear');
      assert.equal(computation?.judgements, 5);
      assert.equal(computation?.completed_cases, 5);
    });

    test('weighs scenarios equally, whatever their number of judgements', async () => {
      const made = await makeHumanEvaluation(server().owner, { rows: rowsOf(2) });
      const [first = '', second = ''] = made.variants.map(({ id }) => id);
      const { client } = await makeMember(server(), ['editor']);
      await voteInTurn(server().owner, made, [second, first]);
      await voteInTurn(client, made, [second]);
      const { two_variants: two } = await statisticsOf(made);
      assert.deepEqual(two?.counts, { wins: 2, ties: 0, both_bad: 0, losses: 1 });
      isClose(two?.score_win_rate.estimate, 0.5);
    });

    test('finds a preference for one side, if sides are known', async () => {
      const made = await makeHumanEvaluation(server().owner, { rows: rowsOf(8) });
      await fillOutputs(server().owner, made);
      let secondLeft = 0;
      await judgeByFives(server().owner, made, ({ slots: [left] }) => {
        secondLeft += left?.output.startsWith('output 1') === true ? 1 : 0;
        return { outcome: left?.slot_id ?? '', time_taken_ms: 4000 };
      });
      const { two_variants: two, bias, warnings } = await statisticsOf(made);
      isClose(bias?.position?.first_wins.estimate, 1);
      isClose(bias?.pace.median_seconds.estimate, 4);
      // Such judgements show only how often each variant was on the left.
      isClose(two?.score_win_rate.estimate, secondLeft / 8);
      assert.ok(!warnings?.includes('sides_unknown'));
    });

    test('marks annotators who choose one side or do not read, only for editors', async () => {
      const settings = { judgements_per_task: 2 };
      const made = await makeHumanEvaluation(server().owner, { rows: rowsOf(24), settings });
      await fillOutputs(server().owner, made, (_, variant) => `${variant} ${'word '.repeat(50)}`);
      const editor = await makeMember(server(), ['editor']);
      await judgeByFives(server().owner, made, ({ slots: [left] }) => ({
        outcome: left?.slot_id ?? '',
        time_taken_ms: 760,
      }));
      await judgeByFives(editor.client, made, ({ slots }) => ({
        outcome: slots.find(({ output }) => output.startsWith('1'))?.slot_id ?? '',
        time_taken_ms: 9000,
      }));
      const { id } = await server().owner.fetchProfile();
      const { bias } = await statisticsOf(made);
      const [odd] = bias?.annotators.filter(({ annotator }) => annotator === id) ?? [];
      assert.deepEqual(
        odd?.marks[0]?.sentence,
        'Chose the left output in 24 of 24\u00a0decided comparisons.',
      );
      // Twice 252 bytes are 84 words.
      assert.equal(
        odd?.marks[1]?.sentence,
        'Judged in 0.76\u00a0s (median); even at 15 words a second the texts take 6.1\u00a0s to read.',
      );
      isClose(odd?.without?.estimate, 1);
      const [other] = bias?.annotators.filter(({ annotator }) => annotator === editor.userId) ?? [];
      assert.deepEqual([other?.marks, other?.without], [[], null]);
      const viewer = await makeMember(server(), ['viewer']);
      const shown = JSON.stringify(await statisticsOf(made, viewer.client));
      assert.ok(!shown.includes('Chose the left output'));
    });

    test('warns that sides are unknown for votes of the original routes', async () => {
      const made = await makeHumanEvaluation(server().owner, { rows: rowsOf(3) });
      const [first = ''] = made.variants.map(({ id }) => id);
      await voteInTurn(server().owner, made, [first, first, '1']);
      const { bias, warnings } = await statisticsOf(made);
      assert.equal(bias?.position?.first_wins.estimate, null);
      assert.ok(warnings?.includes('sides_unknown'));
    });

    test('ranks several variants by pairs and by choices among all', async () => {
      const wish = { variantCount: 3, rows: rowsOf(4) } as const;
      const paired = await makeHumanEvaluation(server().owner, wish);
      await fillOutputs(server().owner, paired, (_, variant) => `${variant}`);
      await judgeByFives(server().owner, paired, ({ slots }) => {
        const best = slots.toSorted((a, b) => Number(b.output) - Number(a.output))[0];
        return { outcome: best?.slot_id ?? '' };
      });
      const chosen = await makeHumanEvaluation(server().owner, wish);
      await voteInTurn(server().owner, chosen, [chosen.variants[2]?.id ?? '', '1', '0']);
      const { several_variants: ranked, verdict } = await statisticsOf(paired);
      assert.equal(verdict?.variant, paired.variants[2]?.id);
      assert.deepEqual(
        ranked?.win_matrix.map(({ votes }) => votes).filter((votes) => votes !== 4),
        [],
      );
      assert.deepEqual((await statisticsOf(chosen)).several_variants?.choices, {
        total: 3,
        all_good: 1,
        all_bad: 1,
      });
    });

    test('averages scores of each variant', async () => {
      const wish = { type: 'single_model_test', variantCount: 2, rows: rowsOf(2) } as const;
      const made = await makeHumanEvaluation(server().owner, wish);
      const ids = await scenarioIdsOf(server().owner, made.evaluation_id);
      for (const [row, scenario_id] of ids.entries()) {
        const scores = made.variants.map(({ id }, place) => ({
          variant_id: id,
          score: 10 * row + 30 * place + 20,
        }));
        await sendVote(server().owner, made, { scenario_id, scores });
      }
      const { scores, verdict, computation } = await statisticsOf(made);
      const [overall] = scores ?? [];
      assert.equal(overall?.criterion, 'score');
      isClose(overall?.variants[0]?.mean.estimate, 25);
      isClose(overall?.variants[1]?.mean.estimate, 55);
      isClose(overall?.differences[0]?.difference.estimate, 30);
      assert.equal(verdict?.criterion, 'score');
      assert.equal(computation?.judgements, 4);
    });

    test('averages the answers to criteria over all compared outputs', async () => {
      const made = await makeHumanEvaluation(server().owner, {
        rows: rowsOf(2),
        settings: {
          criteria: [
            { name: 'true', scale: { kind: 'binary' } },
            { name: 'tone', scale: { kind: 'choice', options: ['warm', 'cold'] } },
            { name: 'sure', scale: { kind: 'binary' }, about: 'comparison' },
            { name: 'why', scale: { kind: 'text' }, required: false },
          ],
        },
      });
      await fillOutputs(server().owner, made, (_, variant) => `${variant}`);
      await judgeByFives(server().owner, made, ({ slots }) => ({
        outcome: 'tie',
        answers: [
          { criterion: 'sure', value: true },
          ...slots.flatMap(({ slot_id, output }) => [
            { criterion: 'true', slot_id, value: output === '1' },
            { criterion: 'tone', slot_id, value: output === '1' ? 'cold' : 'warm' },
            { criterion: 'why', slot_id, value: 'because' },
          ]),
        ],
      }));
      const { scores, computation } = await statisticsOf(made);
      assert.deepEqual(
        scores?.map(({ criterion, variants }) => [
          criterion,
          variants.map(({ distribution }) => distribution),
        ]),
        [
          ['true', [[{ value: 0, count: 2 }], [{ value: 1, count: 2 }]]],
          ['tone', [[{ value: 0, count: 2 }], [{ value: 1, count: 2 }]]],
        ],
      );
      assert.equal(computation?.judgements, 2);
      assert.equal(computation?.exclusions.invalid, 0);
    });

    test('compares by the first criterion without overall scores', async () => {
      const made = await makeHumanEvaluation(server().owner, {
        type: 'single_model_test',
        variantCount: 2,
        rows: rowsOf(2),
        settings: {
          criteria: [{ name: 'clear', scale: { kind: 'likert', labels: ['no', 'so-so', 'yes'] } }],
        },
      });
      await fillOutputs(server().owner, made, (_, variant) => `${variant}`);
      await judgeByFives(server().owner, made, ({ slots }) => ({
        answers: [{ criterion: 'clear', value: slots[0]?.output === '1' ? 3 : 1 }],
      }));
      const { verdict } = await statisticsOf(made);
      assert.equal(verdict?.criterion, 'clear');
      assert.equal(verdict?.effect, 2);
    });

    test('has a defined answer for little data', async () => {
      for (const rows of [[], rowsOf(2)]) {
        const { verdict, warnings } = await statisticsOf(
          await makeHumanEvaluation(server().owner, { rows }),
        );
        assert.equal(verdict?.word, 'not_yet_clear');
        assert.deepEqual(warnings, ['no_data']);
      }
      const tied = await makeHumanEvaluation(server().owner, { rows: rowsOf(3) });
      await voteInTurn(server().owner, tied, ['1', '1', '1']);
      const { two_variants: two, warnings } = await statisticsOf(tied);
      isClose(two?.score_win_rate.estimate, 0.5);
      assert.equal(two?.decisive_win_rate.estimate, null);
      assert.ok(warnings?.includes('one_annotator'));
    });

    test('does not depend on the order of judging', async () => {
      const parts = await makeEvaluationParts(server().owner, { rows: rowsOf(6) });
      const [first = '', second = ''] = parts.variants.map(({ id }) => id);
      const votes = [second, second, '1', first, '0', second];
      const there = await createFrom(server().owner, parts);
      const back = await createFrom(server().owner, parts);
      await voteInTurn(server().owner, there, votes);
      const ids = await scenarioIdsOf(server().owner, back.evaluation_id);
      for (const [index, vote] of [...votes.entries()].reverse()) {
        await sendVote(server().owner, back, { scenario_id: ids[index], vote });
      }
      assert.deepEqual(await statisticsOf(back), await statisticsOf(there));
    });

    test('mirrors its figures when the variants are swapped', async () => {
      const parts = await makeEvaluationParts(server().owner, { rows: rowsOf(5) });
      const turned = {
        body: { ...parts.body, variant_ids: parts.body.variant_ids.toReversed() },
        variants: parts.variants.toReversed(),
      };
      const [first = '', second = ''] = parts.variants.map(({ id }) => id);
      const votes = [second, second, first, '1', second];
      const [one, other] = await Promise.all(
        [parts, turned].map(async (each) => {
          const made = await createFrom(server().owner, each);
          await voteInTurn(server().owner, made, votes);
          return (await statisticsOf(made)).two_variants;
        }),
      );
      assert.equal(one?.variant, other?.against);
      isClose(one?.score_win_rate.estimate, 0.7);
      isClose(other?.score_win_rate.estimate, 1 - 0.7);
      assert.equal(one?.counts.wins, other?.counts.losses);
    });

    test('is the same before and after closing', async () => {
      const made = await makeHumanEvaluation(server().owner, { rows: rowsOf(2) });
      const parameters = { evaluation_id: made.evaluation_id };
      await voteInTurn(server().owner, made, ['1']);
      const early = await statisticsOf(made);
      assert.equal(early.verdict?.plan.phase, 'before_end');
      await server().owner.closeHumanEvaluation({ parameters });
      assert.deepEqual((await statisticsOf(made)).two_variants, early.two_variants);
      await server().owner.reopenHumanEvaluation({ parameters });
      await voteInTurn(server().owner, made, ['1', '0']);
      const whole = await statisticsOf(made);
      assert.equal(whole.verdict?.plan.phase, 'at_end');
      await server().owner.closeHumanEvaluation({ parameters });
      assert.deepEqual((await statisticsOf(made)).verdict, whole.verdict);
    });

    test('shows only editors how single annotators judge', async () => {
      const made = await makeHumanEvaluation(server().owner, { rows: rowsOf(2) });
      const editor = await makeMember(server(), ['editor']);
      const viewer = await makeMember(server(), ['viewer']);
      await voteInTurn(server().owner, made, ['1', '0']);
      await voteInTurn(editor.client, made, ['1', '1']);
      const lead = await statisticsOf(made, editor.client);
      const { id } = await server().owner.fetchProfile();
      assert.deepEqual(
        lead.bias?.annotators.map(({ annotator }) => annotator).toSorted(),
        [id, editor.userId].toSorted(),
      );
      const shown = await statisticsOf(made, viewer.client);
      assert.deepEqual(shown.bias?.annotators, []);
      assert.ok(!JSON.stringify(shown).includes(id));
      assert.deepEqual(shown.two_variants, lead.two_variants);
    });

    test('G23: withholds everything from blind annotators until the evaluation is closed', async () => {
      const made = await makeHumanEvaluation(server().owner, { rows: rowsOf(2) });
      const { client } = await makeMember(server(), ['evaluator']);
      await voteInTurn(client, made, ['1', '0']);
      assert.deepEqual(await statisticsOf(made, client), {});
      await server().owner.closeHumanEvaluation({
        parameters: { evaluation_id: made.evaluation_id },
      });
      const { two_variants: two } = await statisticsOf(made, client);
      assert.deepEqual(two?.counts, { wins: 0, ties: 1, both_bad: 1, losses: 0 });
    });
  });
});

/** Sums are rounded. */
function isClose(actual: number | null | undefined, expected: number): void {
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) < 1e-12, `${actual} is not ${expected}`);
}
