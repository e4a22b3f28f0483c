import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { createRandom } from '../../../src/statistics/numerics/random.ts';
import { pairedScoreDifference } from './paired-score-difference.ts';
import { pairedT } from './paired-t.ts';
import type { Score } from './score-layout.ts';
import { scoreLayout } from './score-layout.ts';

describe('scores with repeated cases and people', () => {
  const complete = simulate('complete');

  it('the layout equals the paired mean when every annotator scored everything', () => {
    const layout = scoreLayout(complete, { scope: 'cases' }).contrasts[0];
    const paired = pairedScoreDifference(complete, ['A', 'B'], { scope: 'cases' });
    near(layout?.estimate, paired.estimate ?? 0);
    near(layout?.standardError, paired.standardError ?? 0, 1e-6);
  });

  it('the clustered difference equals the paired t of the case means', () => {
    const paired = pairedScoreDifference(complete, ['A', 'B'], { scope: 'cases' });
    const t = pairedT(paired.perCase.map(({ difference }) => difference));
    near(paired.estimate, t.estimate ?? 0);
    near(paired.standardError, t.standardError ?? 0);
    near(paired.interval?.low, t.interval?.low ?? 0);
  });

  it('the layout removes severity that the plain difference of means keeps', () => {
    const layout = scoreLayout(simulate('unbalanced'), { scope: 'cases' });
    near(layout.contrasts[0]?.estimate, 0.5, 0.15);
    const severe = layout.severity.find(({ annotator }) => annotator === 0)?.effect ?? 0;
    const mild = layout.severity.find(({ annotator }) => annotator === 3)?.effect ?? 0;
    assert.ok(severe - mild > 2, `${severe} and ${mild}`);
  });

  it('counts only annotators who scored both variants', () => {
    const scores: Score[] = [
      { case: 1, annotator: 'x', variant: 'A', value: 4 },
      { case: 1, annotator: 'x', variant: 'B', value: 3 },
      { case: 1, annotator: 'y', variant: 'A', value: 1 },
      { case: 2, annotator: 'x', variant: 'A', value: 5 },
      { case: 2, annotator: 'x', variant: 'B', value: null },
    ];
    const result = pairedScoreDifference(scores, ['A', 'B']);
    assert.equal(result.n, 1);
    assert.equal(result.estimate, 1);
  });
});

/** A is better by 0.5; annotator 0 scores 3 higher and, if unbalanced, scores B less often. */
function simulate(kind: 'complete' | 'unbalanced'): Score[] {
  const random = createRandom(17);
  const scores: Score[] = [];
  for (let c = 0; c < 200; c += 1) {
    const base = random.normal();
    for (let annotator = 0; annotator < 4; annotator += 1) {
      for (const variant of ['A', 'B']) {
        const seldom = annotator === 0 && variant === 'B' && c % 3 > 0;
        const value =
          base + (variant === 'A' ? 0.5 : 0) + (annotator === 0 ? 3 : 0) + 0.5 * random.normal();
        if (kind === 'complete' || !seldom) scores.push({ case: c, annotator, variant, value });
      }
    }
  }
  return scores;
}

function near(actual: number | null | undefined, expected: number, within = 1e-9): void {
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) < within, `${actual} is not ${expected}`);
}

test('scoreLayout has no interval where it fits the scores exactly, in any order of variants', () => {
  const scores = [
    { case: 3, annotator: 0, variant: 0, value: 1 },
    { case: 3, annotator: 0, variant: 1, value: 1 },
    { case: 0, annotator: 0, variant: 2, value: 1 },
    { case: 0, annotator: 0, variant: 1, value: 2 },
  ];
  for (const places of [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ]) {
    const relisted = scores.map((score) => ({ ...score, variant: places[score.variant] ?? 0 }));
    for (const { standardError, interval, warnings } of scoreLayout(relisted).contrasts) {
      assert.equal(standardError ?? 0, 0);
      assert.equal(interval, null);
      assert.ok(warnings.includes('zero_variance'), warnings.join());
    }
  }
});
