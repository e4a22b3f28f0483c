import type { CriterionScores } from '../../contract/results/results.ts';
import type { Unit } from '../../domain/results/sentences/wording.ts';
import { strings } from '../strings.ts';

/** Yes is 1 and no 0, so their mean is the share of yes. */
export function scoreUnit({ scale }: Pick<CriterionScores, 'scale'>): Unit {
  return scale === 'binary' ? strings.results.units.share : strings.results.units.score;
}

/** Where there are criteria, there may be no overall score, and the other way round. */
export function isAnswered({ variants }: CriterionScores): boolean {
  return variants.some(({ distribution }) => distribution.some(({ count }) => count > 0));
}
