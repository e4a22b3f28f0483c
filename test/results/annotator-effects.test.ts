import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { summarizeResults } from '../../src/domain/results/summarize-results.ts';
import { partialPooling } from '../../src/statistics/annotators/partial-pooling.ts';
import { type ScoreRow, studyOf, type VoteRow } from '../support/studies.ts';

/**
 * Each annotator has separate cases and votes for the second variant in the first `wins` of them.
 */
function votesOf(wins: readonly number[], each: number): VoteRow[] {
  return wins.flatMap((own, annotator) =>
    Array.from({ length: each }, (_, i) => ({
      case: annotator * each + i,
      annotator,
      left: 0,
      right: 1,
      outcome: i < own ? 1 : 0,
    })),
  );
}

function effectsOf(wins: readonly number[], each: number, cases = wins.length * each) {
  const study = studyOf({ votes: votesOf(wins, each), cases });
  return summarizeResults(study).bias.annotators.map(({ effect }) => effect);
}

describe('results of single annotators', () => {
  it('are shrunk towards all others by the share that chance explains', () => {
    const wins = [18, 14, 12, 10, 6];
    const effects = effectsOf(wins, 20);
    const own = wins.map((count) => count / 20);
    assert.deepEqual(
      effects.map((effect) => effect?.own),
      own,
    );
    const squares = own.map((rate) => 20 * rate * (1 - rate));
    const common = squares.reduce((sum, each) => sum + each, 0) / 95;
    // The common spread counts like ten values beside the annotator's 19.
    const chance = squares.map((each) => (each + 10 * common) / 29 / 20);
    const weights = chance.map((variance) => 1 / variance);
    const between = momentsOf(own, weights);
    const balanced = chance.map((variance) => 1 / (variance + between));
    const centre = meanOf(own, balanced);
    effects.forEach((effect, a) => {
      const variance = chance[a] ?? 0;
      // Half of the shrinkage for a known spread between annotators: (5 − 3)/(5 − 1).
      const shrinkage = 0.5 * (variance / (variance + between));
      const expected = centre + (1 - shrinkage) * ((own[a] ?? 0) - centre);
      assert.ok(Math.abs((effect?.pooled.estimate ?? 0) - expected) < 1e-12);
      const { low = 1, high = 0, kind } = effect?.pooled.interval ?? {};
      assert.ok(low >= 0 && low < expected && expected < high && high <= 1);
      assert.equal(kind, 'planned');
    });
  });

  it('are not pooled with fewer than five annotators, and warn of it', () => {
    for (const effect of effectsOf([18, 12, 9, 6], 20)) {
      assert.equal(effect?.pooled.estimate, null);
      assert.equal(effect?.pooled.interval, null);
      assert.deepEqual(effect?.pooled.warnings, ['few_annotators']);
    }
  });

  it('are not pooled where annotators have only two scenarios each', () => {
    for (const effect of effectsOf([1, 0, 1, 0, 1, 0], 2)) {
      assert.deepEqual(effect?.pooled.warnings, ['few_cases']);
    }
  });

  it('are not pooled where nothing varies within annotators', () => {
    for (const effect of effectsOf([20, 20, 0, 20, 0], 20)) {
      assert.equal(effect?.pooled.estimate, null);
      assert.deepEqual(effect?.pooled.warnings, ['zero_variance']);
    }
  });

  it('have intervals that allow for looks before the end of the plan', () => {
    const width = (cases: number): number => {
      const { low = 0, high = 0 } =
        effectsOf([18, 14, 12, 10, 6], 20, cases)[2]?.pooled.interval ?? {};
      return high - low;
    };
    assert.ok(width(200) > 1.2 * width(100));
  });

  it('are differences of scores where outputs are scored', () => {
    const scores: ScoreRow[] = Array.from({ length: 60 }, (_, position) => {
      const both = { case: position, annotator: position % 6 };
      const gap = position % 6 === 0 ? 2 : (position >> 1) % 2;
      return [
        { ...both, variant: 0, value: 2 },
        { ...both, variant: 1, value: 2 + gap },
      ];
    }).flat();
    const { annotators } = summarizeResults(studyOf({ scores })).bias;
    assert.equal(annotators[0]?.effect?.own, 2);
    const pooled = annotators[0]?.effect?.pooled.estimate ?? 0;
    assert.ok(pooled > 1 && pooled < 2, `${pooled}`);
  });

  it('are absent where nothing is compared', () => {
    const scores = Array.from({ length: 40 }, (_, position) => ({
      case: position,
      annotator: position % 5,
      variant: 0,
      value: 1 + (position % 4),
    }));
    const { annotators } = summarizeResults(studyOf({ scores, variants: 1 })).bias;
    assert.deepEqual(
      annotators.map(({ effect }) => effect),
      [null, null, null, null, null],
    );
  });
});

describe('partialPooling', () => {
  it('adds what shared cases contribute to the variance instead of shrinking by it', () => {
    // Cases explain nearly everything: annotators of the same cases agree.
    const rows = Array.from({ length: 5 * 40 }, (_, row) => ({ a: row % 5, c: (row / 5) | 0 }));
    const valueOf = ({ a, c }: { a: number; c: number }) =>
      (c * 7) % 10 < 5 + (a === 0 && c < 16 ? 5 : 0) ? 1 : 0;
    const shared = { annotator: rows.map(({ a }) => a), annotators: 5, values: rows.map(valueOf) };
    const together = partialPooling({ ...shared, case: rows.map(({ c }) => c), cases: 40 });
    const apart = partialPooling({ ...shared, case: rows.map((_, row) => row), cases: 200 });
    const shift = (found: typeof together) =>
      (found[0]?.own ?? 0) - (found[0]?.pooled.estimate ?? 0);
    assert.ok(shift(together) < shift(apart), `${shift(together)} ${shift(apart)}`);
    const width = (found: typeof together) =>
      (found[1]?.pooled.interval?.high ?? 0) - (found[1]?.pooled.interval?.low ?? 0);
    assert.ok(width(together) > width(apart));
  });
});

function meanOf(values: readonly number[], weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return values.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0) / total;
}

/** DerSimonian & Laird. */
function momentsOf(values: readonly number[], weights: readonly number[]): number {
  const centre = meanOf(values, weights);
  const q = values.reduce((sum, value, i) => sum + (weights[i] ?? 0) * (value - centre) ** 2, 0);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const squares = weights.reduce((sum, weight) => sum + weight ** 2, 0);
  return Math.max(0, (q - (values.length - 1)) / (total - squares / total));
}
