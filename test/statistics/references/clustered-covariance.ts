import { type Matrix } from '../../../src/statistics/numerics/linalg.ts';
import { type ClusterCells } from '../../../src/statistics/pairwise/aggregate.ts';
import type { PairwiseSolution } from '../../../src/statistics/pairwise/pairwise-fit.ts';
import { clusterInfluence } from './cluster-influence.ts';

export type Correction = 'none' | 'cr1';

/**
 * Sandwich covariance of all parameters, H⁻¹(Σ S_c S_cᵀ)H⁻¹, optionally times G/(G−1). Pass one cluster
 * per vote for the independent-votes sandwich. Two-way raw: add the matrices by case and by annotator,
 * subtract the one by both.
 */
export function clusteredCovariance(
  solution: PairwiseSolution,
  cells: ClusterCells,
  correction: Correction,
): Matrix {
  const size = solution.parameters.length;
  const covariance = new Float64Array(size * size);
  for (const influence of clusterInfluence(solution, cells)) {
    for (let i = 0; i < size; i += 1) {
      const left = influence[i] ?? 0;
      if (left === 0) continue;
      for (let j = 0; j < size; j += 1) {
        covariance[i * size + j] = (covariance[i * size + j] ?? 0) + left * (influence[j] ?? 0);
      }
    }
  }
  const g = cells.clusters;
  const factor = correction === 'cr1' && g > 1 ? g / (g - 1) : 1;
  return covariance.map((value) => value * factor);
}

/** Covariance as if every vote were its own cluster: H⁻¹(Σ_v s_v s_vᵀ)H⁻¹. */
export function voteSandwich(solution: PairwiseSolution, cells: ClusterCells): Matrix {
  const single: ClusterCells = {
    ...cells,
    clusters: cells.cell.length,
    cluster: Int32Array.from(cells.cell, (_, i) => i),
    count: cells.count.map(Math.sqrt),
  };
  return clusteredCovariance(solution, single, 'none');
}
