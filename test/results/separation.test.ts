import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SeveralVariants } from '../../src/contract/results/results.ts';
import { summarizeResults } from '../../src/domain/results/summarize-results.ts';
import { createRandom } from '../../src/statistics/numerics/random.ts';
import { type ChoiceRow, studyOf, type VoteRow, variantId } from '../support/studies.ts';

/** Every pair in every case; the last variant wins all of its comparisons, the others share theirs. */
function votesWithSweep(variants: number): VoteRow[] {
  const random = createRandom(2);
  const votes: VoteRow[] = [];
  for (let position = 0; position < 40; position += 1) {
    for (let left = 0; left < variants; left += 1) {
      for (let right = left + 1; right < variants; right += 1) {
        const outcome = right === variants - 1 ? 1 : random.below(2);
        votes.push({ case: position, annotator: position % 3, left, right, outcome });
      }
    }
  }
  return votes;
}

function severalOf(parts: { votes?: VoteRow[]; choices?: ChoiceRow[]; variants: number }) {
  const { several_variants: several } = summarizeResults(studyOf(parts));
  assert.ok(several);
  return several;
}

const numbersOf = ({ variants, differences }: SeveralVariants) => ({
  abilities: variants.map(({ ability }) => ability.estimate),
  differences: differences.map(({ difference }) => difference.estimate),
});

describe('a variant that wins every comparison', () => {
  it('has no ability and no distance from the others, which keep theirs', () => {
    const several = severalOf({ variants: 4, votes: votesWithSweep(4) });
    const { abilities } = numbersOf(several);
    assert.equal(abilities[3], null);
    assert.ok(several.variants[3]?.ability.warnings.includes('not_identified'));
    const others = abilities.slice(0, 3).map((ability) => ability ?? Number.NaN);
    assert.ok(Math.abs(others.reduce((sum, x) => sum + x, 0)) < 1e-9, others.join(' '));
    for (const { variant, against, difference, adjusted_p, always_valid } of several.differences) {
      const isApart = [variant, against].includes(variantId(3));
      assert.equal(difference.estimate === null, isApart);
      if (!isApart) continue;
      assert.deepEqual(
        [difference.interval, adjusted_p, always_valid.estimate],
        [null, null, null],
      );
      assert.ok(difference.warnings.includes('not_identified'));
    }
    assert.equal(several.variants[3]?.win_rate.estimate, 1);
    assert.equal(several.variants[3]?.rank_worst, 1);
  });

  it('leaves no number from the prior where every comparison went one way', () => {
    const votes: VoteRow[] = votesWithSweep(3).map((vote) => ({ ...vote, outcome: 1 }));
    const { abilities, differences } = numbersOf(severalOf({ variants: 3, votes }));
    assert.deepEqual(abilities, [null, null, null]);
    assert.deepEqual(differences, [null, null, null]);
  });

  it('has none among choices either', () => {
    const choices = Array.from({ length: 60 }, (_, position) => ({
      case: position,
      annotator: position % 3,
      chosen: 2,
    }));
    const { abilities } = numbersOf(severalOf({ variants: 3, choices }));
    assert.deepEqual(abilities, [null, null, null]);
    const mixed = choices.map((choice, i) => ({ ...choice, chosen: i % 3 }));
    assert.ok(
      numbersOf(severalOf({ variants: 3, choices: mixed })).abilities.every((x) => x !== null),
    );
  });
});
