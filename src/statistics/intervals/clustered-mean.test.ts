import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bradleyTerry } from '../../../test/statistics/references/bradley-terry.ts';
import { clusterCells } from '../../../test/statistics/references/cluster-cells.ts';
import { eBenjaminiHochberg } from '../../../test/statistics/references/e-benjamini-hochberg.ts';
import { ppiMean } from '../../../test/statistics/references/ppi.ts';
import { quasiVariances } from '../../../test/statistics/references/quasi-variance.ts';
import { createRandom } from '../numerics/random.ts';
import { pairRowsFrom } from '../pairwise/aggregate.ts';
import { winRate } from '../pairwise/win-rate.ts';
import { clusteredContrast } from './clustered-covariance.ts';
import { clusteredMean } from './clustered-mean.ts';

describe('clustered means', () => {
  it('count identical votes on one case only once', () => {
    const once = range(40).map((c) => (c * 7) % 5);
    const plain = clusteredMean({ values: once, clusters: range(40) });
    const tripled = clusteredMean({
      values: [...once, ...once, ...once],
      clusters: [...range(40), ...range(40), ...range(40)],
    });
    near(tripled.standardError, plain.standardError ?? 0);
    assert.ok((tripled.naive ?? 9) < (plain.naive ?? 0));
  });

  it('are never narrower two-way than one-way, even where the raw two-way variance is smaller', () => {
    // In each cell of case and annotator one value up and one down: both one-way sums vanish.
    const rows = range(12).flatMap((c) =>
      range(6).map((a) => ({ c, a, value: (c + a) % 2 === 0 ? 1 : -1 })),
    );
    const noisy = rows.map((row, i) => ({ ...row, value: row.value + (i % 5 === 0 ? 0.4 : 0) }));
    const result = clusteredMean({
      values: noisy.map((row) => row.value),
      clusters: noisy.map((row) => row.c),
      secondClusters: noisy.map((row) => row.a),
    });
    const alone = clusteredMean({
      values: noisy.map((row) => row.value),
      clusters: noisy.map((row) => row.c),
    });
    assert.ok((result.twoWay ?? 0) < (alone.standardError ?? 0));
    assert.ok((result.standardError ?? 0) >= (alone.standardError ?? 1));
    assert.ok(result.warnings.includes('two_way_guarded'));
  });

  it('guard contrasts of pairwise fits in the same way', () => {
    const cells = range(12).flatMap((c) => range(6).map((a) => ({ c, a, outcome: (c + a) % 2 })));
    const votes = {
      first: cells.map(() => 0),
      second: cells.map(() => 1),
      outcome: cells.map((cell, i) => (i % 9 === 0 ? 0 : cell.outcome)),
    };
    const wins = votes.outcome.filter((o) => o === 0).length;
    const rows = [{ first: 0, second: 1, firstWins: wins, secondWins: cells.length - wins }];
    const { solution } = bradleyTerry(pairRowsFrom(rows, 2));
    assert.ok(solution);
    const group = (labels: readonly number[], clusters: number) =>
      clusterCells(votes, labels, { variants: 2, clusters });
    const cases = group(
      cells.map(({ c }) => c),
      12,
    );
    const one = clusteredContrast(solution, [1, -1], { clusters: { cases } });
    const two = clusteredContrast(solution, [1, -1], {
      clusters: {
        cases,
        annotators: group(
          cells.map(({ a }) => a),
          6,
        ),
        intersections: group(range(cells.length), cells.length),
      },
    });
    assert.ok((two.standardError ?? 0) >= (one.standardError ?? 1));
    assert.ok(two.warnings.includes('two_way_guarded'));
  });
});

describe('winRate', () => {
  it('counts votes that always agree within a case as one vote', () => {
    const random = createRandom(3);
    const outcome = range(60).map(() => random.bits() & 1);
    const repeated = outcome.flatMap((o) => [o, o, o, o]);
    const result = winRate({ points: repeated, cases: range(60).flatMap((c) => [c, c, c, c]) });
    near(result.effectiveN, 59, 1e-9);
  });

  it('weights cases equally', () => {
    const votes = { points: [1, 1, 1, 0], cases: ['a', 'a', 'a', 'b'] };
    assert.equal(winRate(votes).estimate, 0.5);
  });

  it('holds for other annotators from five annotators on', () => {
    const votes = (people: number) => ({
      points: range(60).map((i) => i % 2),
      cases: range(60).map((i) => i % 30),
      annotators: range(60).map((i) => i % people),
    });
    assert.equal(winRate(votes(4)).scope, 'cases');
    assert.equal(winRate(votes(5)).scope, 'cases-and-annotators');
  });
});

describe('other combinations', () => {
  it('e-BH keeps the largest set whose members are all strong enough together', () => {
    // m = 4, α = 0.05: thresholds 80, 40, 26.7, 20.
    assert.deepEqual(eBenjaminiHochberg([30, 1, 50, 28]).rejected, [true, false, true, true]);
    assert.equal(eBenjaminiHochberg([30, 1, 39, 2]).count, 0);
  });

  it('PPI counts repeated votes on one case as one case', () => {
    const random = createRandom(4);
    const y = range(50).map(() => random.bits() & 1);
    const f = y.map((value) => (random.uniform() < 0.8 ? value : 1 - value));
    const judgeOnUnlabelled = range(400).map(() => random.bits() & 1);
    const once = ppiMean({ labelled: y, judgeOnLabelled: f, judgeOnUnlabelled }, { lambda: 0.5 });
    const thrice = ppiMean(
      {
        labelled: [...y, ...y, ...y],
        judgeOnLabelled: [...f, ...f, ...f],
        judgeOnUnlabelled,
        clusters: [...range(50), ...range(50), ...range(50)],
      },
      { lambda: 0.5 },
    );
    near(thrice.standardError, once.standardError ?? 0, 1e-9);
  });

  it('quasi-variances of two variants each have half of the variance of their difference', () => {
    const { quasiVariances: q } = quasiVariances(Float64Array.from([1, 0.2, 0.2, 2]), 2);
    near(q?.[0], 1.3);
    near(q?.[1], 1.3);
  });
});

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

function near(actual: number | null | undefined, expected: number, within = 1e-9): void {
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) < within, `${actual} is not ${expected}`);
}
