import {
  type Agreement,
  type AgreementOptions,
  type AgreementTerms,
  chanceCorrected,
} from '../../../src/statistics/agreement/chance-corrected.ts';
import type { Label } from '../../../src/statistics/intervals/clusters.ts';
import { countRatings, type Rating } from './rating-counts.ts';

/**
 * Question: agreement beyond chance for fixed annotators with their own habits? Estimator: Conger's
 * kappa, Cohen's for more than two annotators: p_e = Σ w_kl (p̄_k p̄_l − s²_kl/R), mean and covariance
 * over annotators of their category shares. Assumes that the same annotators rate the units. Reference:
 * Conger 1980; Gwet 2014 (linearised error). Cost: units × annotators × categories².
 */
export function congerKappa(
  ratings: readonly (readonly Rating[])[],
  options: AgreementOptions & { readonly categories?: readonly Label[] | undefined } = {},
): Agreement {
  const input = countRatings(ratings, options.categories);
  const place = new Map(input.categories.map((category, k) => [category, k]));
  const codes = ratings.map((row) => row.map((r) => (r === null ? -1 : (place.get(r) ?? -1))));
  return chanceCorrected(input, options, {
    name: 'conger-kappa',
    chance: (terms) => congerChance(codes, terms),
  });
}

function congerChance(
  codes: readonly (readonly number[])[],
  { q, weights, units }: AgreementTerms,
) {
  const raters = Math.max(0, ...codes.map((row) => row.length));
  const seen = new Float64Array(raters);
  const shares = Array.from({ length: raters }, () => new Float64Array(q));
  for (const row of codes) {
    row.forEach((code, g) => {
      const own = shares[g];
      if (code < 0 || own === undefined) return;
      seen[g] = (seen[g] ?? 0) + 1;
      own[code] = (own[code] ?? 0) + 1;
    });
  }
  const active = Array.from({ length: raters }, (_, g) => g).filter((g) => (seen[g] ?? 0) > 0);
  for (const g of active)
    shares[g] = (shares[g] ?? new Float64Array(q)).map((c) => c / (seen[g] ?? 1));
  const count = active.length;
  const sum = new Float64Array(q);
  for (const g of active) {
    for (let k = 0; k < q; k += 1) sum[k] = (sum[k] ?? 0) + (shares[g]?.[k] ?? 0);
  }
  // Category l of annotator g against the shares of the others, over all ordered pairs.
  const meets = (g: number, l: number): number => {
    let total = 0;
    for (let k = 0; k < q; k += 1) {
      total += (weights[k * q + l] ?? 0) * ((sum[k] ?? 0) - (shares[g]?.[k] ?? 0));
    }
    return total / (count * (count - 1));
  };
  const met = new Map(
    active.map((g) => [g, Float64Array.from({ length: q }, (_, l) => meets(g, l))]),
  );
  const ownMean = new Map(
    active.map((g) => {
      const values = met.get(g) ?? new Float64Array(q);
      return [g, values.reduce((s, value, l) => s + value * (shares[g]?.[l] ?? 0), 0)];
    }),
  );
  const expected = active.reduce((s, g) => s + (ownMean.get(g) ?? 0), 0);
  const unitExpected = (unit: number): number => {
    let value = expected;
    for (const g of active) {
      const code = codes[unit]?.[g] ?? -1;
      if (code < 0) continue;
      const surprise = (met.get(g)?.[code] ?? 0) - (ownMean.get(g) ?? 0);
      value += (units / (seen[g] ?? 1)) * surprise;
    }
    return value;
  };
  return { expected, unitExpected };
}
