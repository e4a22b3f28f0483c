import { normalCritical, tCritical } from '../../../src/statistics/numerics/distributions.ts';
import type { Matrix } from '../../../src/statistics/numerics/linalg.ts';
import { createRandom, type Random } from '../../../src/statistics/numerics/random.ts';
import { addVotes, emptyVoteTable, pairRows } from '../../../src/statistics/pairwise/aggregate.ts';
import { davidson } from '../../../src/statistics/pairwise/davidson.ts';
import type { PairwiseSolution } from '../../../src/statistics/pairwise/pairwise-fit.ts';
import { clusterCells } from '../references/cluster-cells.ts';
import { clusterInfluence } from '../references/cluster-influence.ts';
import { clusteredCovariance } from '../references/clustered-covariance.ts';
import { allPairs, simultaneousIntervals } from '../references/multiplier-bootstrap.ts';
import { logistic } from './simulation.ts';

export interface FalseWinnerRates {
  /** Max-t over cases: the product's way. */
  readonly simultaneous: number;
  /** Clustered by case, every pair at its own 5 %. */
  readonly unadjusted: number;
  /** Model errors, every pair at its own 5 %. */
  readonly naive: number;
  readonly repeats: number;
}

/**
 * K identical variants on 100 cases, each case liking some outputs better by chance (sd 1 logit), six
 * votes per case and a fifth of them ties: how often does any pair look different?
 */
export function falseWinners(variants: number, repeats: number, seed: number): FalseWinnerRates {
  const hits = { simultaneous: 0, unadjusted: 0, naive: 0 };
  for (let r = 0; r < repeats; r += 1) {
    const result = oneStudy(variants, createRandom(seed * 1_000_003 + r));
    hits.simultaneous += result.simultaneous ? 1 : 0;
    hits.unadjusted += result.unadjusted ? 1 : 0;
    hits.naive += result.naive ? 1 : 0;
  }
  return {
    simultaneous: hits.simultaneous / repeats,
    unadjusted: hits.unadjusted / repeats,
    naive: hits.naive / repeats,
    repeats,
  };
}

const CASES = 100;

function oneStudy(variants: number, random: Random) {
  const votes = simulate(variants, random);
  const table = emptyVoteTable(variants);
  addVotes(table, votes);
  const { solution } = davidson(pairRows(table));
  if (solution === null) return { simultaneous: false, unadjusted: false, naive: false };
  const cells = clusterCells(votes, votes.cases, { variants, clusters: CASES });
  const pairs = allPairs(variants);
  const joint = simultaneousIntervals(
    {
      estimates: solution.parameters.subarray(0, variants),
      influence: clusterInfluence(solution, cells).map((psi) => psi.subarray(0, variants)),
      pairs,
    },
    { random, draws: 500 },
  );
  const robust = clusteredCovariance(solution, cells, 'cr1');
  return {
    simultaneous: joint.contrasts.some(
      ({ interval }) => interval !== null && (interval.low > 0 || interval.high < 0),
    ),
    unadjusted: anyBeyond(solution, robust, tCritical(0.95, CASES - 1)),
    naive: anyBeyond(solution, solution.covariance, normalCritical(0.95)),
  };
}

function simulate(variants: number, random: Random) {
  const first: number[] = [];
  const second: number[] = [];
  const outcome: number[] = [];
  const cases: number[] = [];
  for (let c = 0; c < CASES; c += 1) {
    const liking = Array.from({ length: variants }, () => random.normal());
    for (let v = 0; v < 6; v += 1) {
      const i = random.below(variants);
      const j = (i + 1 + random.below(variants - 1)) % variants;
      const tied = random.uniform() < 0.2;
      const won = random.uniform() < logistic((liking[i] ?? 0) - (liking[j] ?? 0));
      first.push(i);
      second.push(j);
      outcome.push(tied ? 2 : won ? 0 : 1);
      cases.push(c);
    }
  }
  return { first, second, outcome, cases };
}

function anyBeyond(solution: PairwiseSolution, covariance: Matrix, critical: number): boolean {
  const size = solution.parameters.length;
  return allPairs(solution.variants).some(([i, j]) => {
    const d = (solution.parameters[i] ?? 0) - (solution.parameters[j] ?? 0);
    const cross = (covariance[i * size + j] ?? 0) + (covariance[j * size + i] ?? 0);
    const variance = (covariance[i * size + i] ?? 0) + (covariance[j * size + j] ?? 0) - cross;
    return Math.abs(d) > critical * Math.sqrt(variance);
  });
}
