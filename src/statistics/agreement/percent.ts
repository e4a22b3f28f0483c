import { type Agreement, type AgreementOptions, chanceCorrected } from './chance-corrected.ts';
import { shareInterval } from './linearised-interval.ts';
import type { RatingCounts } from './rating-counts.ts';

/**
 * Question: how often do two annotators of one unit agree? Estimator: mean over units with two or
 * more ratings of the (weighted) share of agreeing pairs. Not corrected for chance: show it beside
 * a coefficient, not alone. Assumes independent scenarios. Reference: Gwet 2014, ch. 2. Cost: units
 * × categories².
 */
export function percentAgreement(input: RatingCounts, options: AgreementOptions = {}): Agreement {
  return chanceCorrected(input, options, {
    name: 'percent',
    chance: () => ({ expected: 0, unitExpected: () => 0 }),
    range: shareInterval,
  });
}
