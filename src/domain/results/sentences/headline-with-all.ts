import type { ResultStatistics } from '../../../contract/results/results.ts';
import { headline } from './headline.ts';
import type { ResultNames } from './wording.ts';

/** The headline as it would be without exclusions; null where nothing was left out. */
export function headlineWithAll(statistics: ResultStatistics, names: ResultNames): string | null {
  const all = statistics.computation.exclusions.results_with_all;
  return all === null ? null : headline({ ...statistics, ...all }, names);
}
