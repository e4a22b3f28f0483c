import type { ResultStatistics } from '../../contract/results/results.ts';

/** The server sends all statistics or none. */
export function isWhole(statistics: Partial<ResultStatistics>): statistics is ResultStatistics {
  return statistics.verdict !== undefined;
}
