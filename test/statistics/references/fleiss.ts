import {
  type Agreement,
  type AgreementOptions,
  type AgreementTerms,
  chanceCorrected,
  unitMean,
} from '../../../src/statistics/agreement/chance-corrected.ts';
import type { RatingCounts } from '../../../src/statistics/agreement/rating-counts.ts';
import { normalUpper } from '../../../src/statistics/numerics/distributions.ts';

export interface FleissKappa extends Agreement {
  /** Standard error if all agreement were chance; for a test only, never for an interval. */
  readonly nullError: number | null;
  readonly z: number | null;
  readonly pValue: number | null;
}

/**
 * Question: do many annotators agree beyond chance? Estimator: Fleiss' kappa, p_e = Σ w_kl π_k π_l. With
 * two raters it is Scott's pi. The error under chance needs equally many unweighted ratings per unit.
 * Assumes independent units and exchangeable annotators. References: Fleiss 1971; Fleiss, Nee & Landis
 * 1979 (error under chance); Gwet 2014 (linearised error). Cost: units × categories².
 */
export function fleissKappa(input: RatingCounts, options: AgreementOptions = {}): FleissKappa {
  const agreement = chanceCorrected(input, options, {
    name: 'fleiss-kappa',
    chance: (terms) => {
      const weighted = weightedShares(terms);
      const expected = terms.shares.reduce((sum, share, k) => sum + share * (weighted[k] ?? 0), 0);
      return { expected, unitExpected: (unit) => unitMean(terms, unit, weighted) };
    },
  });
  const plain = (options.weights ?? 'unweighted') === 'unweighted';
  const nullError = plain && agreement.estimate !== null ? errorUnderChance(input) : null;
  const z = nullError === null || !(nullError > 0) ? null : (agreement.estimate ?? 0) / nullError;
  return {
    ...agreement,
    nullError,
    z,
    pValue: z === null ? null : Math.min(1, 2 * normalUpper(Math.abs(z))),
  };
}

/**
 * Question: agreement beyond guessing uniformly among the categories? Estimator: Brennan–Prediger,
 * p_e = T_w/q². Reference: Brennan & Prediger 1981. Cost as Fleiss.
 */
export function brennanPrediger(input: RatingCounts, options: AgreementOptions = {}): Agreement {
  return chanceCorrected(input, options, {
    name: 'brennan-prediger',
    chance: ({ weights, q }: AgreementTerms) => {
      const expected = weights.reduce((sum, w) => sum + w, 0) / (q * q);
      return { expected, unitExpected: () => expected };
    },
  });
}

function errorUnderChance({ counts, units, categories }: RatingCounts): number | null {
  const q = categories.length;
  const shares = new Float64Array(q);
  let size = -1;
  for (let u = 0; u < units; u += 1) {
    const row = counts.subarray(u * q, (u + 1) * q);
    const total = row.reduce((sum, count) => sum + count, 0);
    if (size < 0) size = total;
    if (total !== size) return null;
    row.forEach((count, k) => {
      shares[k] = (shares[k] ?? 0) + count / total / units;
    });
  }
  if (size < 2) return null;
  let spread = 0;
  let skew = 0;
  for (const p of shares) {
    spread += p * (1 - p);
    skew += p * (1 - p) * (1 - 2 * p);
  }
  const variance = ((2 / (units * size * (size - 1))) * (spread ** 2 - skew)) / spread ** 2;
  return variance >= 0 && spread > 0 ? Math.sqrt(variance) : null;
}

/** Σ_l w_kl π_l for each category. */
function weightedShares({ shares, weights, q }: AgreementTerms): Float64Array {
  return Float64Array.from({ length: q }, (_, k) => {
    let sum = 0;
    for (let l = 0; l < q; l += 1) sum += (weights[k * q + l] ?? 0) * (shares[l] ?? 0);
    return sum;
  });
}
