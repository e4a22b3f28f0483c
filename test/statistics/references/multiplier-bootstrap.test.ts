import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clusteredContrast } from '../../../src/statistics/intervals/clustered-covariance.ts';
import { intersectClusters, numberClusters } from '../../../src/statistics/intervals/clusters.ts';
import { tCritical } from '../../../src/statistics/numerics/distributions.ts';
import { createRandom } from '../../../src/statistics/numerics/random.ts';
import { addVotes, emptyVoteTable, pairRows } from '../../../src/statistics/pairwise/aggregate.ts';
import { davidson } from '../../../src/statistics/pairwise/davidson.ts';
import { caseBootstrap } from './case-bootstrap.ts';
import { clusterCells } from './cluster-cells.ts';
import { clusterInfluence } from './cluster-influence.ts';
import { allPairs, rankRanges, simultaneousIntervals } from './multiplier-bootstrap.ts';
import { studentizedRangeQuantileUpper } from './studentized-range.ts';

describe('simultaneousIntervals', () => {
  for (const [clusters, weights] of [
    [400, 'rademacher'],
    [2000, 'normal'],
  ] as const) {
    it(`finds Tukey’s critical value for independent equal variants with ${weights} weights`, () => {
      const random = createRandom(8);
      const influence = Array.from({ length: clusters }, () =>
        Array.from({ length: 4 }, () => random.normal()),
      );
      const { critical, method } = simultaneousIntervals(
        { estimates: [0, 0, 0, 0], influence, pairs: allPairs(4) },
        { random: createRandom(1), draws: 20_000 },
      );
      assert.equal(method, `simultaneous.max-t.${weights}`);
      const tukey = studentizedRangeQuantileUpper(0.05, 4, clusters - 1) / Math.SQRT2;
      assert.ok(Math.abs((critical ?? 0) - tukey) < 0.06, `${critical} is not ${tukey}`);
    });
  }

  it('draws from a covariance without full rank', () => {
    const random = createRandom(4);
    const influence = Array.from({ length: 600 }, () => {
      const x = random.normal();
      return [x, -x, 0, random.normal()];
    });
    const { contrasts, critical } = simultaneousIntervals(
      { estimates: [0, 0, 0, 0], influence, pairs: allPairs(4) },
      { random: createRandom(1), draws: 2000 },
    );
    assert.ok((critical ?? 0) > 2 && (critical ?? 9) < 3, `${critical}`);
    assert.ok(contrasts.every(({ interval }) => interval !== null));
  });

  it('uses six-point weights below 15 clusters and says so', () => {
    const random = createRandom(2);
    const influence = Array.from({ length: 8 }, () => [random.normal(), random.normal()]);
    const result = simultaneousIntervals(
      { estimates: [1, 0], influence, pairs: [[0, 1]] },
      { random, draws: 1000 },
    );
    assert.equal(result.method, 'simultaneous.max-t.webb');
    assert.ok(result.warnings.includes('few_clusters'));
  });

  it('never reports an adjusted p of zero', () => {
    const influence = Array.from({ length: 40 }, (_, c) => [c % 2 === 0 ? 0.01 : -0.01, 0]);
    const { contrasts } = simultaneousIntervals(
      { estimates: [9, 0], influence, pairs: [[0, 1]] },
      { random: createRandom(1), draws: 999 },
    );
    assert.equal(contrasts[0]?.adjustedP, 1 / 1000);
  });

  it('is at least as wide as the single interval with the same degrees of freedom', () => {
    const random = createRandom(5);
    const influence = Array.from({ length: 200 }, () => [random.normal(), random.normal()]);
    const df = 4;
    const { contrasts } = simultaneousIntervals(
      {
        estimates: [1, 0],
        influence,
        pairs: [[0, 1]],
        standardErrors: [30],
        degreesOfFreedom: [df],
      },
      { random: createRandom(1), draws: 4000 },
    );
    const half = ((contrasts[0]?.interval?.high ?? 0) - (contrasts[0]?.interval?.low ?? 0)) / 2;
    const single = 30 * tCritical(0.95, df);
    assert.ok(Math.abs(half / single - 1) < 0.06, `${half} is not about ${single}`);
  });

  it('does not let two variants that differ by rounding alone widen the others', () => {
    const random = createRandom(9);
    const influence = Array.from({ length: 60 }, () => {
      const shared = random.normal();
      return [random.normal(), shared, shared + 1e-16 * random.normal()];
    });
    const critical = (pairs: readonly (readonly [number, number])[]) =>
      simultaneousIntervals(
        { estimates: [1, 0, 0], influence, pairs },
        { random: createRandom(1), draws: 2000 },
      );
    const both = critical([
      [0, 1],
      [1, 2],
    ]);
    assert.equal(both.critical, critical([[0, 1]]).critical);
    assert.equal(both.contrasts[1]?.interval, null);
    assert.ok(both.warnings.includes('zero_variance'));
  });

  it('gives no interval of width zero for impossible options', () => {
    const random = createRandom(5);
    const influence = Array.from({ length: 40 }, () => [random.normal(), random.normal()]);
    for (const options of [{ confidence: Number.NaN }, { confidence: 2 }, { draws: 0 }]) {
      const { contrasts, warnings } = simultaneousIntervals(
        { estimates: [1, 0], influence, pairs: [[0, 1]] },
        { random: createRandom(1), ...options },
      );
      const { low, high } = contrasts[0]?.interval ?? { low: 0, high: 0 };
      assert.ok(high - low > 0, JSON.stringify(options));
      assert.ok(warnings.length > 0, JSON.stringify(options));
    }
  });
});

describe('rankRanges', () => {
  it('counts the variants surely above and below', () => {
    const range = (low: number, high: number) => ({ low, high, confidence: 0.95 });
    const ranges = rankRanges(3, [
      { pair: [0, 1], interval: range(0.1, 1) },
      { pair: [0, 2], interval: range(0.2, 2) },
      { pair: [1, 2], interval: range(-0.5, 0.7) },
    ]);
    assert.deepEqual(ranges, [
      { best: 1, worst: 1 },
      { best: 2, worst: 3 },
      { best: 2, worst: 3 },
    ]);
  });
});

describe('caseBootstrap', () => {
  it('agrees with the clustered standard error of the same votes', () => {
    const { cells, solution } = study();
    const brute = caseBootstrap(cells, davidson, { random: createRandom(6), draws: 400 });
    const influence = clusterInfluence(solution, cells);
    const quick = Math.sqrt(
      influence.reduce((sum, psi) => sum + ((psi[0] ?? 0) - (psi[1] ?? 0)) ** 2, 0),
    );
    const slow = brute.differences[0]?.standardError ?? 0;
    assert.ok(Math.abs(slow / quick - 1) < 0.15, `${slow} and ${quick}`);
  });
});

describe('clusteredContrast', () => {
  it('does not count a case without votes as an independent one', () => {
    const { cells, solution } = study();
    const contrast = [1, -1, 0, 0];
    const plain = clusteredContrast(solution, contrast, { clusters: { cases: cells } });
    const padded = { ...cells, clusters: cells.clusters + 500 };
    const same = clusteredContrast(solution, contrast, { clusters: { cases: padded } });
    assert.deepEqual(same, plain);
  });

  it('is never narrower two-way than by case alone', () => {
    const { cells, solution, votes, annotators, cases } = study();
    const group = (labels: readonly number[]) => {
      const { index, count } = numberClusters(labels);
      return clusterCells(votes, index, { variants: 3, clusters: count });
    };
    const both = intersectClusters(numberClusters(cases), numberClusters(annotators));
    const contrast = [1, -1, 0, 0];
    const oneWay = clusteredContrast(solution, contrast, { clusters: { cases: cells } });
    const twoWay = clusteredContrast(solution, contrast, {
      clusters: {
        cases: cells,
        annotators: group(annotators),
        intersections: group(Array.from(both.index)),
      },
    });
    assert.ok((twoWay.standardError ?? 0) >= (oneWay.standardError ?? 1));
    assert.ok((twoWay.df ?? 99) < (oneWay.df ?? 0));
  });
});

function study() {
  const random = createRandom(12);
  const votes: Record<'first' | 'second' | 'outcome', number[]> = {
    first: [],
    second: [],
    outcome: [],
  };
  const cases: number[] = [];
  const annotators: number[] = [];
  for (let c = 0; c < 60; c += 1) {
    const liking = [random.normal(), random.normal() + 0.4, random.normal()];
    for (let v = 0; v < 5; v += 1) {
      const i = random.below(3);
      const j = (i + 1 + random.below(2)) % 3;
      const lean = 1 / (1 + Math.exp((liking[j] ?? 0) - (liking[i] ?? 0)));
      votes.first.push(i);
      votes.second.push(j);
      votes.outcome.push(random.uniform() < 0.2 ? 2 : random.uniform() < lean ? 0 : 1);
      cases.push(c);
      annotators.push(random.below(8));
    }
  }
  const table = emptyVoteTable(3);
  addVotes(table, votes);
  const { solution } = davidson(pairRows(table));
  assert.ok(solution);
  const cells = clusterCells(votes, cases, { variants: 3, clusters: 60 });
  return { cells, solution, votes, annotators, cases };
}
