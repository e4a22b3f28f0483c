import type { ResultStatistics } from '../../contract/results/results.ts';
import { variantsOf } from '../../domain/results/sentences/verdict-lead.ts';

/** The order of variants on the whole page: best first; two keep the order of the evaluation. */
export function variantOrder(statistics: ResultStatistics): readonly string[] {
  const { two_variants: two } = statistics;
  return two === null ? variantsOf(statistics) : [two.against, two.variant];
}
