import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CriterionScores } from '../../src/contract/results/results.ts';
import { scoreSteps } from '../../src/web/results/score-steps.ts';

function scored(
  scale: CriterionScores['scale'],
  ends: readonly [low: number | null, high: number | null],
  values: readonly number[],
): CriterionScores {
  const mean = {
    estimate: null,
    interval: null,
    method: 'none',
    n: 0,
    clusters: 0,
    warnings: [],
  };
  return {
    criterion: 'Tone',
    scale,
    low: ends[0],
    high: ends[1],
    variants: [{ variant: 'a', mean, distribution: values.map((value) => ({ value, count: 1 })) }],
    differences: [],
    several_variants_test: null,
    warnings: [],
  };
}

function criteriaWith(scale: Parameters<typeof scoreSteps>[1][number]['scale']) {
  return [{ name: 'Tone', question: '', scale, required: true, about: 'output' as const }];
}

function labels(...[scores, criteria]: Parameters<typeof scoreSteps>) {
  return scoreSteps(scores, criteria).map(({ label }) => label);
}

describe('scoreSteps', () => {
  test('labels every step as annotators saw it, including steps never given', () => {
    const likert = criteriaWith({ kind: 'likert', labels: ['rude', 'neutral', 'kind'] });
    const steps = scoreSteps(scored('likert', [1, 3], [3]), likert);
    assert.deepEqual(
      steps.map(({ label, contains }) => [label, contains(3)]),
      [
        ['rude', false],
        ['neutral', false],
        ['kind', true],
      ],
    );
    assert.deepEqual(labels(scored('binary', [0, 1], [1]), []), ['No', 'Yes']);
    const choice = criteriaWith({ kind: 'choice', options: ['x', 'y'] });
    assert.deepEqual(labels(scored('choice', [null, null], [1]), choice), ['x', 'y']);
    assert.deepEqual(labels(scored('numeric', [1, 5], [2, 4]), []), ['1', '2', '3', '4', '5']);
  });

  test('splits a fine scale into ten ranges, each value in exactly one', () => {
    const values = Array.from({ length: 101 }, (_, value) => value);
    const steps = scoreSteps(scored('numeric', [0, 100], values), []);
    assert.equal(steps.length, 10);
    for (const value of values) {
      assert.equal(steps.filter(({ contains }) => contains(value)).length, 1, `${value}`);
    }
  });
});
