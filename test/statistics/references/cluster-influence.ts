import { clusterScores } from '../../../src/statistics/intervals/clustered-covariance.ts';
import { multiplyVector } from '../../../src/statistics/numerics/linalg.ts';
import type { ClusterCells } from '../../../src/statistics/pairwise/aggregate.ts';
import type { PairwiseSolution } from '../../../src/statistics/pairwise/pairwise-fit.ts';

/** ψ_c = H⁻¹ S_c of each cluster over all parameters. */
export function clusterInfluence(
  solution: PairwiseSolution,
  cells: ClusterCells,
): readonly Float64Array[] {
  const size = solution.parameters.length;
  return clusterScores(solution, cells).map((s) => multiplyVector(solution.covariance, size, s));
}
