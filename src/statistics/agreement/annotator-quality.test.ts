import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRandom } from '../numerics/random.ts';
import { clusterCells } from '../pairwise/aggregate.ts';
import { positionByAnnotator } from '../pairwise/position-effect.ts';
import { annotatorProfiles } from './annotator-profiles.ts';
import { goldAccuracy, shrunkSeverity } from './annotator-quality.ts';
import { dawidSkene } from './dawid-skene.ts';

describe('annotator quality', () => {
  it('flags gold accuracy only when the whole interval is below the floor', () => {
    assert.equal(goldAccuracy({ correct: 2, n: 4 }, { floor: 0.8 }).belowFloor, false);
    assert.equal(goldAccuracy({ correct: 20, n: 40 }, { floor: 0.8 }).belowFloor, true);
  });

  it('gives the one who disagrees with everyone the lowest standing', () => {
    const random = createRandom(2);
    const labels = Array.from({ length: 40 }, (_, unit) => unit).flatMap((unit) => {
      const truth = unit % 3;
      const say = (annotator: string, noise: number) => ({
        unit,
        annotator,
        label: random.uniform() < noise ? random.below(3) : truth,
        seconds: 5 + random.below(5),
      });
      return [say('careful', 0.05), say('good', 0.1), say('fair', 0.2), say('guessing', 1)];
    });
    const profiles = annotatorProfiles({
      unit: labels.map((l) => l.unit),
      annotator: labels.map((l) => l.annotator),
      label: labels.map((l) => l.label),
      seconds: labels.map((l) => l.seconds),
    });
    const lowest = [...profiles].sort((a, b) => (a.agreementZ ?? 0) - (b.agreementZ ?? 0))[0];
    assert.equal(lowest?.annotator, 'guessing');
    assert.ok((lowest?.agreementZ ?? 0) < -1);
  });

  it('compares with the others alone, also where an annotator labelled a unit twice', () => {
    const [first, second] = annotatorProfiles({
      unit: [1, 1, 1, 1, 2],
      annotator: ['a', 'a', 'b', 'c', 'a'],
      label: ['x', 'y', 'x', 'z', 'x'],
    });
    assert.equal(first?.agreement.estimate, 0.25);
    assert.equal(first?.agreement.n, 2);
    assert.equal(second?.agreement.estimate, 1 / 3);
  });

  it('shrinks the severity of those with few scores most', () => {
    const shrunk = shrunkSeverity([
      { annotator: 'many', effect: 1, variance: 0.01 },
      { annotator: 'few', effect: 1.2, variance: 2 },
      { annotator: 'other', effect: -1, variance: 0.01 },
      { annotator: 'another', effect: -0.9, variance: 0.01 },
    ]);
    const effect = (name: string): number => shrunk.find((s) => s.annotator === name)?.effect ?? 0;
    assert.ok(effect('many') > 0.95);
    assert.ok(effect('few') < 0.8);
  });

  it('shows who always clicks on the first side', () => {
    const votes: Record<'first' | 'second' | 'outcome', number[]> = {
      first: [],
      second: [],
      outcome: [],
    };
    const annotators: number[] = [];
    for (let v = 0; v < 120; v += 1) {
      votes.first.push(v % 2);
      votes.second.push(1 - (v % 2));
      annotators.push(v % 4);
      votes.outcome.push(v % 4 === 3 ? 0 : Math.floor(v / 4) % 2);
    }
    const cells = clusterCells(votes, annotators, { variants: 2, clusters: 4 });
    const sides = positionByAnnotator(cells);
    assert.ok((sides[3]?.shrunk ?? 0) > 1);
    assert.ok(Math.abs(sides[0]?.shrunk ?? 9) < 0.6);
  });
});

describe('dawidSkene', () => {
  const random = createRandom(5);
  const truth = Array.from({ length: 200 }, () => random.below(3));
  const accuracy = [0.9, 0.8, 0.7, 0.4];
  const responses = truth.flatMap((t, item) =>
    accuracy.map((a, annotator) => ({
      item,
      annotator,
      label: random.uniform() < a ? t : (t + 1 + random.below(2)) % 3,
    })),
  );
  const shape = { items: 200, annotators: 4, categories: 3 };

  it('never lets the log-likelihood fall without smoothing', () => {
    const { logLikelihoods } = dawidSkene(responses, shape, { smoothing: 0 });
    logLikelihoods.forEach((value, i) => {
      if (i > 0) assert.ok(value >= (logLikelihoods[i - 1] ?? 0) - 1e-9);
    });
  });

  it('orders annotators by their true accuracy, in both forms', () => {
    for (const model of ['full', 'one-coin'] as const) {
      const { errorRates } = dawidSkene(responses, shape, { model });
      const diagonal = errorRates.map(
        (rows) => rows.reduce((sum, row, t) => sum + (row[t] ?? 0), 0) / 3,
      );
      assert.deepEqual(
        [...diagonal].sort((a, b) => b - a),
        diagonal,
      );
    }
  });

  it('gives the one-coin form equal errors off the diagonal', () => {
    const { errorRates } = dawidSkene(responses, shape, { model: 'one-coin' });
    for (const rows of errorRates) {
      assert.ok(Math.abs((rows[0]?.[1] ?? 0) - (rows[2]?.[0] ?? 1)) < 1e-12);
      assert.ok(Math.abs((rows[0]?.[0] ?? 0) - (rows[1]?.[1] ?? 1)) < 1e-12);
    }
  });
});
