import { type Warning, warningList } from '../../../src/statistics/intervals/estimate.ts';
import { type PairRows, voteCount } from '../../../src/statistics/pairwise/aggregate.ts';
import { connectivity } from '../../../src/statistics/pairwise/connectivity.ts';

export interface FixedPointFit {
  readonly method: string;
  readonly n: number;
  readonly nClusters: number;
  readonly warnings: readonly Warning[];
  /** Mean zero; null when not identified. No covariance comes with this method. */
  readonly abilities: readonly number[] | null;
  readonly iterations: number;
}

/**
 * Question: Bradley–Terry abilities when there are thousands of variants and a matrix of that size would
 * not fit. Estimator: Newman's iteration π_i ← [Σ w_ij π_j/(π_i+π_j)] / [Σ w_ji/(π_i+π_j)], with the
 * ghost of worth 1 as one more opponent; same optimum as the Newton fit. Ties are half a win each.
 * Reference: Newman 2023, JMLR 24. Cost: pairs per iteration, no matrix.
 */
export function bradleyTerryFixedPoint(
  rows: PairRows,
  options: { readonly ghost?: number; readonly maxIterations?: number } = {},
): FixedPointFit {
  const method = 'bradley-terry.fixed-point';
  const ghost = options.ghost ?? 0.5;
  const n = voteCount(rows);
  const base = { method, n, nClusters: n };
  if (n === 0) return { ...base, warnings: ['no_data'], abilities: null, iterations: 0 };
  const graph = connectivity(rows);
  if (!(ghost > 0) && !graph.mleExists) {
    return { ...base, warnings: ['not_identified'], abilities: null, iterations: 0 };
  }
  const worth = new Float64Array(rows.variants).fill(1);
  const limit = options.maxIterations ?? 10_000;
  let iterations = 0;
  let change = Number.POSITIVE_INFINITY;
  while (iterations < limit && change > 1e-10) {
    change = sweep(rows, worth, ghost);
    iterations += 1;
  }
  const logs = Array.from(worth, Math.log);
  const centre = logs.reduce((sum, value) => sum + value, 0) / logs.length;
  return {
    ...base,
    warnings: warningList(
      change > 1e-10 ? ['not_converged'] : [],
      graph.groups.length > 1 ? ['not_connected'] : [],
    ),
    abilities: logs.map((value) => value - centre),
    iterations,
  };
}

function sweep(rows: PairRows, worth: Float64Array, ghost: number): number {
  const top = Float64Array.from(worth, (w) => ghost / (w + 1));
  const bottom = Float64Array.from(top);
  for (let r = 0; r < rows.first.length; r += 1) {
    const i = rows.first[r] ?? 0;
    const j = rows.second[r] ?? 0;
    const half = (rows.ties[r] ?? 0) / 2;
    const sum = (worth[i] ?? 0) + (worth[j] ?? 0);
    const wins = ((rows.firstWins[r] ?? 0) + half) / sum;
    const losses = ((rows.secondWins[r] ?? 0) + half) / sum;
    top[i] = (top[i] ?? 0) + wins * (worth[j] ?? 0);
    bottom[i] = (bottom[i] ?? 0) + losses;
    top[j] = (top[j] ?? 0) + losses * (worth[i] ?? 0);
    bottom[j] = (bottom[j] ?? 0) + wins;
  }
  let change = 0;
  for (let i = 0; i < worth.length; i += 1) {
    const next = (top[i] ?? 0) / (bottom[i] ?? 1);
    if (!(next > 0) || !Number.isFinite(next)) continue;
    change = Math.max(change, Math.abs(Math.log(next / (worth[i] ?? 1))));
    worth[i] = next;
  }
  return change;
}
