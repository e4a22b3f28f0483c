import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRandom } from '../../../src/statistics/numerics/random.ts';
import {
  balancedPair,
  drawPair,
  errorDropProbabilities,
  findBestProbabilities,
} from './pair-selection.ts';

describe('pair selection', () => {
  it('keeps pair counts and sides within one of each other', () => {
    const random = createRandom(1);
    const offered = new Float64Array(25);
    for (let t = 0; t < 137; t += 1) {
      const next = balancedPair(offered, 5, random);
      assert.ok(next);
      const [i, j] = next.pair;
      offered[i * 5 + j] = (offered[i * 5 + j] ?? 0) + 1;
    }
    const totals: number[] = [];
    for (let i = 0; i < 5; i += 1) {
      for (let j = i + 1; j < 5; j += 1) {
        const [there = 0, back = 0] = [offered[i * 5 + j], offered[j * 5 + i]];
        totals.push(there + back);
        assert.ok(Math.abs(there - back) <= 1);
      }
    }
    assert.ok(Math.max(...totals) - Math.min(...totals) <= 1);
  });

  it('sends the leader against close rivals and keeps a tenth uniform', () => {
    const covariance = [0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1];
    const probabilities = findBestProbabilities({ abilities: [1, 0.9, -2], covariance });
    const of = (i: number, j: number): number =>
      probabilities.find(({ pair }) => pair[0] === i && pair[1] === j)?.probability ?? 0;
    assert.ok(of(0, 1) > 0.9);
    assert.ok(Math.abs(of(1, 2) - 0.1 / 3) < 1e-12);
    assert.ok(Math.abs(probabilities.reduce((sum, p) => sum + p.probability, 0) - 1) < 1e-12);
  });

  it('prefers pairs that were judged least', () => {
    const wins = [0, 50, 2, 50, 0, 50, 2, 50, 0];
    const probabilities = errorDropProbabilities(wins, 3);
    assert.ok((probabilities[1]?.probability ?? 0) > 0.8);
  });

  it('draws pairs as often as their probability says', () => {
    const probabilities = errorDropProbabilities([0, 5, 1, 5, 0, 9, 1, 9, 0], 3);
    const random = createRandom(3);
    let first = 0;
    for (let t = 0; t < 20_000; t += 1) {
      const drawn = drawPair(probabilities, random);
      if (drawn?.pair.includes(0) && drawn.pair.includes(1)) first += 1;
    }
    assert.ok(Math.abs(first / 20_000 - (probabilities[0]?.probability ?? 0)) < 0.015);
  });
});
