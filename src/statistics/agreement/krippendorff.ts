import type { Clusters } from '../intervals/clusters.ts';
import { confidenceOf, noEstimate, optionWarnings, warningList } from '../intervals/estimate.ts';
import { type Agreement, smallWarnings } from './chance-corrected.ts';
import { type Metric, unitDisagreements, valueDisagreements } from './disagreement.ts';
import { linearisedError, linearisedInterval } from './linearised-interval.ts';
import type { UnitRatings } from './unit-ratings.ts';

export interface AlphaOptions {
  readonly metric?: Metric | undefined;
  /**
   * Scenario of each unit; units of one scenario vary together. By default, each unit is its own.
   */
  readonly clusters?: Clusters | undefined;
  readonly confidence?: number | undefined;
}

/**
 * Question: how reliable are ratings on this scale, with any number of annotators and missing
 * ratings? Estimator: Krippendorff's alpha, 1 − observed/expected disagreement, with the nominal,
 * ordinal, interval or ratio metric or any weights. Built from the values inside each unit, never
 * by rater pairs. Interval from Gwet's linearised error over scenarios. Alpha is undefined where
 * all ratings are of one category (`no_variation`). Assumes independent scenarios. References:
 * Krippendorff 2011; Gwet 2014, ch. 3. Cost: ratings plus, for ratio and weights, the square of the
 * number of distinct values.
 */
export function krippendorffAlpha(input: UnitRatings, options: AlphaOptions = {}): Agreement {
  const metric = options.metric ?? 'nominal';
  const method = `agreement.krippendorff-alpha.${typeof metric === 'string' ? metric : 'weights'}`;
  const empty = { standardError: null, observed: null, expected: null };
  const units = input.offsets.length - 1;
  const n = input.codes.length;
  if (units === 0)
    return { ...noEstimate(method, 0, warningList(input.warnings, ['no_data'])), ...empty };
  if (metric === 'ratio' && input.values.some((value) => value < 0)) {
    const none = noEstimate(method, n, warningList(input.warnings, ['degenerate_input']));
    return { ...none, ...empty, nClusters: units };
  }
  const within = unitDisagreements(input, metric);
  const against = valueDisagreements(input, metric);
  const parts = alphaParts(input, within, against);
  if (!(parts.expected > 0)) {
    const none = noEstimate(method, n, warningList(input.warnings, ['no_variation']));
    return { ...none, ...empty, nClusters: units };
  }
  const { clusters } = options;
  const groups = clusters?.count ?? units;
  const deviations = unitDeviations(input, { within, against });
  const standardError = linearisedError({ deviations, clusters });
  const estimate = parts.alpha;
  // On an ordered scale, annotators who disagree are mostly near each other: no further than by
  // chance.
  const room = metric === 'nominal' ? parts.expected : 1;
  return {
    estimate,
    interval: linearisedInterval({ estimate, standardError, groups, room }, confidenceOf(options)),
    method,
    n,
    nClusters: groups,
    warnings: warningList(input.warnings, smallWarnings(groups), optionWarnings(options)),
    standardError,
    observed: parts.observed,
    expected: parts.expected,
  };
}

interface AlphaParts {
  readonly alpha: number;
  readonly observed: number;
  readonly expected: number;
}

function alphaParts(input: UnitRatings, within: Float64Array, against: Float64Array): AlphaParts {
  const n = input.codes.length;
  let observed = 0;
  within.forEach((disagreement, u) => {
    observed += disagreement / (sizeOf(input, u) - 1);
  });
  let expected = 0;
  input.frequencies.forEach((count, k) => {
    expected += count * (against[k] ?? 0);
  });
  return {
    alpha: 1 - ((n - 1) * observed) / expected,
    observed: observed / n,
    expected: expected / (n * (n - 1)),
  };
}

/** Terms of the linearised error with weights w = 1 − d; they do not depend on the scale of d. */
function unitDeviations(
  input: UnitRatings,
  { within, against }: { readonly within: Float64Array; readonly against: Float64Array },
): Float64Array {
  const units = input.offsets.length - 1;
  const meanSize = input.codes.length / units;
  let apart = 0;
  within.forEach((disagreement, u) => {
    apart += disagreement / (meanSize * (sizeOf(input, u) - 1)) / units;
  });
  const meanAgainst = against.map((sum) => sum / input.codes.length);
  let chance = 0;
  input.frequencies.forEach((count, k) => {
    chance += (count / input.codes.length) * (meanAgainst[k] ?? 0);
  });
  const prime = 1 - apart / chance;
  const agreementPrime = 1 - apart;
  const expected = 1 - chance;
  const deviations = new Float64Array(units);
  for (let u = 0; u < units; u += 1) {
    const size = sizeOf(input, u);
    const tilt = (size - meanSize) / meanSize;
    const own =
      size / meanSize - (within[u] ?? 0) / (meanSize * (size - 1)) - agreementPrime * tilt;
    let met = 0;
    for (let i = input.offsets[u] ?? 0; i < (input.offsets[u + 1] ?? 0); i += 1) {
      met += 1 - (meanAgainst[input.codes[i] ?? 0] ?? 0);
    }
    const share = met / meanSize - expected * tilt;
    const x = (own - expected) / chance - (2 * (1 - prime) * (share - expected)) / chance;
    deviations[u] = x - prime;
  }
  return deviations;
}

function sizeOf(input: UnitRatings, unit: number): number {
  return (input.offsets[unit + 1] ?? 0) - (input.offsets[unit] ?? 0);
}
