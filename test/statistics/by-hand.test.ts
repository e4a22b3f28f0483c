import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cohenKappa } from './references/cohen.ts';
import { congerKappa } from './references/conger.ts';
import { dawidSkene, type LabelResponse } from './references/dawid-skene.ts';
import { eloRatings } from './references/elo.ts';
import { ppiMean } from './references/ppi.ts';

/** Small cases worked out on paper or by a computation that the code does not use. */

describe("Cohen's kappa", () => {
  const square = (gap: number) => gap * gap;
  const unequal = (gap: number) => (gap === 0 ? 0 : 1);

  it('is 0.4 where 0.7 agree and 0.5 would by chance', () => {
    // Rows 25 and 25, columns 30 and 20: ½ · 0.6 + ½ · 0.4 = 0.5 by chance.
    const result = cohenKappa([
      [20, 5],
      [10, 15],
    ]);
    isClose(result.estimate, 0.4, 1e-12);
    const expected = deltaError([20, 5, 10, 15], (shares) => kappaOf(shares, unequal));
    isClose(result.standardError, expected, 1e-7);
  });

  it('counts far gaps more with quadratic weights, with the error of the delta method', () => {
    const table = [
      [12, 4, 1],
      [3, 9, 5],
      [2, 6, 14],
    ];
    const result = cohenKappa(table, { weights: 'quadratic' });
    const kappa = (shares: readonly number[]) => kappaOf(shares, square);
    const counts = table.flat();
    isClose(result.estimate, kappa(counts.map((count) => count / 56)), 1e-12);
    isClose(result.standardError, deltaError(counts, kappa), 1e-7);
  });

  /** 1 − observed/expected disagreement of a square table of shares. */
  function kappaOf(shares: readonly number[], distance: (gap: number) => number): number {
    const size = Math.sqrt(shares.length);
    const row = (i: number) => sumOver(size, (j) => shares[i * size + j] ?? 0);
    const column = (j: number) => sumOver(size, (i) => shares[i * size + j] ?? 0);
    const total = sumOver(size * size, (at) => shares[at] ?? 0);
    const over = (share: (i: number, j: number) => number) =>
      sumOver(size, (i) => sumOver(size, (j) => distance(i - j) * share(i, j)));
    const observed = over((i, j) => (shares[i * size + j] ?? 0) / total);
    return 1 - observed / over((i, j) => (row(i) * column(j)) / total ** 2);
  }

  /** √((Σ p g² − (Σ p g)²)/n) with the slopes g taken by differences. */
  function deltaError(
    counts: readonly number[],
    statistic: (shares: readonly number[]) => number,
  ): number {
    const n = counts.reduce((sum, count) => sum + count, 0);
    const shares = counts.map((count) => count / n);
    const slopes = shares.map((_, at) => slopeAt(statistic, shares, at));
    const mean = sumOver(shares.length, (at) => (shares[at] ?? 0) * (slopes[at] ?? 0));
    const square = sumOver(shares.length, (at) => (shares[at] ?? 0) * (slopes[at] ?? 0) ** 2);
    return Math.sqrt((square - mean ** 2) / n);
  }
});

describe("Conger's kappa", () => {
  it('is a third where two in three pairs agree and half would by chance', () => {
    // Shares of a: ¾, ½, ½, so that each two agree half of the time by chance.
    const result = congerKappa([
      ['a', 'a', 'a'],
      ['a', 'b', 'a'],
      ['b', 'b', 'b'],
      ['a', 'a', 'b'],
    ]);
    isClose(result.estimate, 1 / 3, 1e-12);
  });

  it("is Cohen's with two annotators", () => {
    const pairs = (count: number, ...row: string[]) => Array.from({ length: count }, () => row);
    const ratings = [
      ...pairs(20, 'a', 'a'),
      ...pairs(5, 'a', 'b'),
      ...pairs(10, 'b', 'a'),
      ...pairs(15, 'b', 'b'),
    ];
    isClose(congerKappa(ratings).estimate, 0.4, 1e-12);
  });

  it('is the mean over all pairs of annotators, observed and by chance', () => {
    const ratings = [
      [1, 2, 1, 1],
      [3, 3, 2, 3],
      [2, 2, 2, 1],
      [1, 3, 1, 2],
      [3, 3, 3, 3],
      [2, 1, 2, 2],
    ];
    const units = ratings.length;
    const apart = (i: number, j: number) => {
      const observed = sumOver(units, (u) => gapOf(ratings[u]?.[i], ratings[u]?.[j])) / units;
      const chance =
        sumOver(units, (u) => sumOver(units, (v) => gapOf(ratings[u]?.[i], ratings[v]?.[j]))) /
        units ** 2;
      return { observed, chance };
    };
    const pairs = [0, 1, 2, 3].flatMap((i) => [0, 1, 2, 3].flatMap((j) => (i < j ? [[i, j]] : [])));
    const gaps = pairs.map(([i = 0, j = 0]) => apart(i, j));
    const observed = gaps.reduce((sum, gap) => sum + gap.observed, 0);
    const chance = gaps.reduce((sum, gap) => sum + gap.chance, 0);
    const result = congerKappa(ratings, { weights: 'quadratic' });
    isClose(result.estimate, 1 - observed / chance, 1e-12);
  });

  function gapOf(one: number | undefined, other: number | undefined): number {
    return ((one ?? 0) - (other ?? 0)) ** 2;
  }
});

describe('PPI++', () => {
  // Means ¾ and ½ of people and judge; 5 of 8 elsewhere.
  const data = {
    labelled: [1, 0, 1, 1],
    judgeOnLabelled: [1, 0, 0, 1],
    judgeOnUnlabelled: [1, 1, 0, 1, 0, 1, 1, 0],
  };

  it('corrects the judge by its whole error with λ = 1', () => {
    const result = ppiMean(data, { lambda: 1 });
    isClose(result.estimate, 5 / 8 + 1 / 4, 1e-12);
    // The gaps 0, 0, 1, 0 have variance ¼; the judge's values elsewhere 15/56.
    isClose(result.standardError, Math.sqrt(1 / 16 + 15 / 448), 1e-12);
    isClose(result.judgeBias, -1 / 4, 1e-12);
  });

  it('weighs the judge by λ = cov/(var · (1 + n/N))', () => {
    const result = ppiMean(data);
    // cov 1/6; variance of all twelve 35/132: (1/6)/((35/132) · 3/2) = 44/105.
    const lambda = 44 / 105;
    isClose(result.lambda, lambda, 1e-12);
    isClose(result.estimate, 3 / 4 + lambda / 8, 1e-12);
    // var(Y − λF) = ¼ + λ²/3 − 2λ/6.
    const own = (1 / 4 + lambda ** 2 / 3 - lambda / 3) / 4;
    isClose(result.standardError, Math.sqrt(own + (lambda ** 2 * 15) / 448), 1e-12);
  });

  it('is the mean of the people alone when the judge gives every case the same value', () => {
    const result = ppiMean({ ...data, judgeOnLabelled: [1, 1, 1, 1], judgeOnUnlabelled: [1, 1] });
    assert.equal(result.lambda, 0);
    isClose(result.estimate, 3 / 4, 1e-12);
    isClose(result.standardError, Math.sqrt(1 / 16), 1e-12);
  });
});

describe('Elo', () => {
  it('gives back more than it took when the weaker one wins', () => {
    const first = { first: 0, second: 1, score: 1 };
    const [a = 0, b = 0] = eloRatings([first, { ...first, score: 0 }], 2).ratings;
    // After 1016 : 984 the odds of the stronger one are e^(0.08 · ln 10).
    const odds = Math.exp(0.08 * Math.LN10);
    isClose(a, 1016 - (32 * odds) / (1 + odds), 1e-9);
    isClose(a + b, 2000, 1e-9);
  });

  it('moves no rating for a draw of equals, and the weaker one up for a draw with a stronger', () => {
    const games = [
      { first: 0, second: 1, score: 0.5 },
      { first: 2, second: 0, score: 1 },
      { first: 1, second: 2, score: 0.5 },
    ];
    const result = eloRatings(games, 3).ratings;
    // 1000 against 1016: tanh gives by how much a draw is more than expected.
    const gain = 16 * Math.tanh((16 * Math.LN10) / 800);
    for (const [player, expected] of [984, 1000 + gain, 1016 - gain].entries()) {
      isClose(result[player], expected, 1e-9);
    }
  });
});

describe('Dawid–Skene', () => {
  const responsesOf = (labels: readonly (readonly number[])[]): LabelResponse[] =>
    labels.flatMap((row, item) => row.map((label, annotator) => ({ item, annotator, label })));

  it('believes annotators who always agree', () => {
    const responses = responsesOf([
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
      [1, 1, 1],
    ]);
    const shape = { items: 4, annotators: 3, categories: 2 };
    const result = dawidSkene(responses, shape, { smoothing: 0 });
    isClose(result.classShares[0], 3 / 4, 1e-12);
    isClose(result.logLikelihood, 3 * Math.log(3 / 4) + Math.log(1 / 4), 1e-12);
    for (const rates of result.errorRates)
      assert.deepEqual(rates, [
        [1, 0],
        [0, 1],
      ]);
  });

  const NOISY = [
    [0, 0, 1, 0],
    [0, 0, 0, 0],
    [0, 1, 0, 0],
    [1, 0, 0, 0],
    [0, 0, 0, 1],
    [1, 1, 1, 0],
    [1, 1, 0, 1],
    [1, 0, 1, 1],
    [0, 1, 1, 1],
    [1, 1, 1, 1],
    [0, 0, 0, 0],
    [1, 1, 0, 0],
    [0, 1, 0, 1],
    [0, 0, 1, 1],
  ];

  for (const smoothing of [0, 0.5]) {
    it(`ends where the likelihood is flat, with ${smoothing} added to each cell`, () => {
      const shape = { items: NOISY.length, annotators: 4, categories: 2 };
      const result = dawidSkene(responsesOf(NOISY), shape, { smoothing });
      // The share of class 0, then for each annotator the chance of label 0 in either class.
      const parameters = [
        result.classShares[0] ?? 0,
        ...result.errorRates.flatMap((rates) => rates.map((row) => row[0] ?? 0)),
      ];
      isClose(logLikelihood(parameters), result.logLikelihood ?? 0, 1e-9);
      const penalised = (values: readonly number[]) =>
        logLikelihood(values) +
        smoothing * values.slice(1).reduce((sum, p) => sum + Math.log(p * (1 - p)), 0);
      for (const at of parameters.keys()) {
        const p = parameters[at] ?? 0;
        // On the log-odds scale, where a chance of 0 or 1 is flat as well.
        isClose(slopeAt(penalised, parameters, at) * p * (1 - p), 0, 1e-5);
      }
    });
  }

  /** Straight from the model: the sum over both classes of share times all chances. */
  function logLikelihood([share = 0, ...rates]: readonly number[]): number {
    return NOISY.reduce((total, labels) => {
      const ofClass = (truth: number) =>
        labels.reduce((product, label, annotator) => {
          const zero = rates[2 * annotator + truth] ?? 0;
          return product * (label === 0 ? zero : 1 - zero);
        }, 1);
      return total + Math.log(share * ofClass(0) + (1 - share) * ofClass(1));
    }, 0);
  }
});

function slopeAt(
  of: (values: readonly number[]) => number,
  values: readonly number[],
  at: number,
): number {
  const step = 1e-6;
  const moved = (by: number) => of(values.map((value, i) => (i === at ? value + by : value)));
  return (moved(step) - moved(-step)) / (2 * step);
}

function sumOver(count: number, term: (at: number) => number): number {
  return Array.from({ length: count }, (_, at) => term(at)).reduce((sum, value) => sum + value, 0);
}

function isClose(actual: number | null | undefined, expected: number, tolerance: number): void {
  assert.ok(
    Math.abs((actual ?? Number.NaN) - expected) < tolerance,
    `${actual} is not ${expected}`,
  );
}
