import {
  type Agreement,
  type AgreementOptions,
  chanceCorrected,
  unitMean,
} from './chance-corrected.ts';
import type { RatingCounts } from './rating-counts.ts';

/**
 * Question: agreement beyond chance when one category dominates? Estimator: Gwet's AC1, or AC2 with
 * weights: p_e = T_w/(q(q−1)) Σ π_k(1 − π_k), T_w the sum of all weights. Less depressed by skewed
 * categories than kappa. Assumes independent scenarios; the number of categories q must be the
 * scale's, not only those used. Reference: Gwet 2008, Br J Math Stat Psychol 61:29; Gwet 2014.
 * Cost: units × categories².
 */
export function gwetAgreement(input: RatingCounts, options: AgreementOptions = {}): Agreement {
  return chanceCorrected(input, options, {
    name: (options.weights ?? 'unweighted') === 'unweighted' ? 'gwet-ac1' : 'gwet-ac2',
    chance: (terms) => {
      const { q, shares, weights } = terms;
      if (q < 2) return { expected: 0, unitExpected: () => 0 };
      const scale = weights.reduce((sum, w) => sum + w, 0) / (q * (q - 1));
      const others = shares.map((share) => scale * (1 - share));
      const expected = shares.reduce((sum, share, k) => sum + share * (others[k] ?? 0), 0);
      return { expected, unitExpected: (unit) => unitMean(terms, unit, others) };
    },
  });
}
