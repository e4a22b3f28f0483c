import {
  type ClusterCells,
  groupCells,
  type VoteColumns,
  voteCells,
} from '../../../src/statistics/pairwise/aggregate.ts';

/** Votes grouped by cluster number (0..clusters−1) and cell. */
export function clusterCells(
  votes: VoteColumns,
  cluster: ArrayLike<number>,
  size: { readonly variants: number; readonly clusters: number },
): ClusterCells {
  return groupCells(voteCells(votes, size.variants), cluster, size);
}
