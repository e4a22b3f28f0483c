import { cleanNumbers, type Estimate, warningList } from '../intervals/estimate.ts';
import { tieCorrectedWinRate } from '../pairwise/win-rate.ts';

/**
 * Question: how often does A score above B on a case, equal scores as half? For ordinal scales,
 * beside the mean. Estimator and interval: the tie-corrected win rate over cases. Assumes
 * independent cases. Cost: linear.
 */
export function probabilityOfSuperiority(
  differences: readonly (number | null)[],
  options?: { readonly confidence?: number | undefined },
): Estimate {
  const { values, warnings } = cleanNumbers(differences);
  const counts = {
    wins: values.filter((d) => d > 0).length,
    ties: values.filter((d) => d === 0).length,
    losses: values.filter((d) => d < 0).length,
  };
  const rate = tieCorrectedWinRate(counts, options);
  return {
    ...rate,
    method: 'paired-scores.superiority',
    warnings: warningList(rate.warnings, warnings),
  };
}
