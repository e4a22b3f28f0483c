import {
  type Metric,
  unitDisagreements,
  valueDisagreements,
} from '../../../src/statistics/agreement/disagreement.ts';
import { krippendorffAlpha } from '../../../src/statistics/agreement/krippendorff.ts';
import type { UnitRatings } from '../../../src/statistics/agreement/unit-ratings.ts';

/**
 * The error of alpha as a counts routine of the irrCAC package prints it: a_u → (1−ε)a_u + ε with
 * ε = 1/Σr_u, α for α′ and the factor (1−α) in place of 2(1−α′). For checking vectors that came from it
 * only; the product uses the form with the factor 2.
 */
export function compatibleAlphaError(input: UnitRatings, metric: Metric): number | null {
  const units = input.offsets.length - 1;
  const alpha = krippendorffAlpha(input, { metric }).estimate;
  if (alpha === null || units < 2) return null;
  const total = input.codes.length;
  const meanSize = total / units;
  const within = unitDisagreements(input, metric);
  const against = valueDisagreements(input, metric).map((sum) => sum / total);
  const expected =
    1 - input.frequencies.reduce((sum, n, k) => sum + (n / total) * (against[k] ?? 0), 0);
  const size = (u: number): number => (input.offsets[u + 1] ?? 0) - (input.offsets[u] ?? 0);
  const agreed = (u: number): number =>
    size(u) / meanSize - (within[u] ?? 0) / (meanSize * (size(u) - 1));
  const each = Array.from({ length: units }, (_, u) => u);
  const prime = each.reduce((sum, u) => sum + agreed(u), 0) / units;
  const epsilon = 1 / total;
  const squares = each.reduce((sum, u) => {
    const tilt = (size(u) - meanSize) / meanSize;
    const own = (1 - epsilon) * (agreed(u) - prime * tilt) + epsilon;
    const codes = input.codes.subarray(input.offsets[u], input.offsets[u + 1]);
    const met =
      codes.reduce((s, code) => s + 1 - (against[code] ?? 0), 0) / meanSize - expected * tilt;
    const x = (own - expected) / (1 - expected) - ((1 - alpha) * (met - expected)) / (1 - expected);
    return sum + (x - alpha) ** 2;
  }, 0);
  return Math.sqrt(squares / (units * (units - 1)));
}
