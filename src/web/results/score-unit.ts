import type { CriterionScores } from '../../contract/results/results.ts';
import type { Unit } from '../../domain/results/sentences/wording.ts';
import { strings } from '../strings.ts';

/** Yes is 1 and no is 0, so their mean is the share of yes. */
export function scoreUnit({ scale }: Pick<CriterionScores, 'scale'>): Unit {
  return scale === 'binary' ? strings.results.units.share : strings.results.units.score;
}

/** An evaluation with criteria may have no overall scores, and the reverse. */
export function isAnswered({ variants }: CriterionScores): boolean {
  return variants.some(({ distribution }) => distribution.some(({ count }) => count > 0));
}
