import type { VoteClusters } from '../../statistics/intervals/clustered-covariance.ts';
import { intersectClusters, numberClusters } from '../../statistics/intervals/clusters.ts';
import {
  addVotes,
  emptyVoteTable,
  groupCells,
  type PairRows,
  pairRows,
  type VoteTable,
  voteCells,
} from '../../statistics/pairwise/aggregate.ts';
import { type CleanStudy, type PairVotes, pickVotes } from './clean-study.ts';
import { rowsWhere } from './columns.ts';

/** The votes as the pairwise models need them. */
export interface CountedVotes {
  readonly table: VoteTable;
  readonly rows: PairRows;
  /** By case; by annotator too where there are enough annotators. */
  readonly clusters: VoteClusters;
}

/** From this many annotators on, results also hold for other annotators. */
const ANNOTATORS_FOR_TWO_WAY = 5;

export function countVotes({ variants }: CleanStudy, votes: PairVotes): CountedVotes {
  const columns = { first: votes.left, second: votes.right, outcome: votes.outcome };
  const table = emptyVoteTable(variants.length);
  addVotes(table, columns);
  const cells = voteCells(columns, variants.length);
  const group = ({ index, count }: { readonly index: Int32Array; readonly count: number }) =>
    groupCells(cells, index, { variants: variants.length, clusters: count });
  const cases = numberClusters(votes.case);
  const annotators = numberClusters(votes.annotator);
  const isTwoWay = annotators.count >= ANNOTATORS_FOR_TWO_WAY;
  return {
    table,
    rows: pairRows(table),
    clusters: {
      cases: group(cases),
      annotators: isTwoWay ? group(annotators) : undefined,
      intersections: isTwoWay ? group(intersectClusters(cases, annotators)) : undefined,
    },
  };
}

/** Only the votes whose sides are known. */
export function sidedVotes(votes: PairVotes): PairVotes {
  const rows = rowsWhere(votes.case.length, (row) => votes.sided[row] === 1);
  return rows.length === votes.case.length ? votes : pickVotes(votes, rows);
}
