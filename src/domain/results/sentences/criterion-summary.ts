import type { CriterionScores } from '../../../contract/results/results.ts';
import { knownOrder } from './known-order.ts';
import { list, type ResultNames } from './wording.ts';

/** What is settled on one criterion, in a few words. */
export function criterionSummary(
  { variants, differences }: CriterionScores,
  names: ResultNames,
): string {
  const ranked = variants
    .toSorted((one, other) => (other.mean.estimate ?? 0) - (one.mean.estimate ?? 0))
    .map(({ variant }) => variant);
  const { top, below, isFoundBetter, areEquivalent } = knownOrder(ranked, differences);
  const [best = '', ...tied] = top;
  if (below.length === 0 || top.length === 0) {
    const isSmall = ranked.length > 1 && ranked.slice(1).every((id) => areEquivalent(best, id));
    return isSmall ? 'no difference that matters' : 'not settled';
  }
  if (tied.length > 0) return `best or tied: ${list(top.map(names.variant))}`;
  const isBest = ranked.every((id) => id === best || isFoundBetter(best, id));
  return isBest ? `${names.variant(best)} is better` : 'not settled';
}
