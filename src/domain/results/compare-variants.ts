import type { Scope } from '../../contract/results/result-estimates.ts';
import type { Verdict } from '../../contract/results/results.ts';
import type { Estimate } from '../../statistics/intervals/estimate.ts';
import { comparisonLevel } from '../../statistics/sequences/stopping.ts';
import { type CaseSequence, type CaseValues, caseSequence } from './case-sequence.ts';
import type { CleanStudy } from './clean-study.ts';
import { joinDoubles, joinInts, pickDoubles, pickInts } from './columns.ts';
import { runSequence, type SequenceDesign } from './confidence-sequence.ts';
import { negateEstimate } from './negate-estimate.ts';
import type { PairPoints } from './pair-points.ts';
import { allRows, orderRows } from './row-order.ts';
import type { SeveralVariantsResult } from './several-variants.ts';
import { type TwoVariantResult, winRateDesign } from './two-variants.ts';
import { type Comparison, decideVerdict } from './verdict.ts';
import { ANNOTATORS_FOR_TWO_WAY } from './vote-clusters.ts';
import { rateZone } from './zone-of.ts';

/** How much was judged by how many. */
export interface Volume {
  readonly judgements: number;
  readonly annotators: number;
  readonly completedCases: number;
}

export function verdictOfTwo(
  study: CleanStudy,
  { block, fixed, sequential, sequence }: TwoVariantResult,
  volume: Volume,
): Verdict {
  const inference = inferenceOf(study);
  const found: Estimate = inference === 'fixed' ? fixed : sequential;
  return decideVerdict(study, {
    ...basisOf(study, volume),
    estimand: inference === 'fixed' ? 'score_win_rate' : sequenceEstimand(study),
    comparisons: [{ variant: 1, against: 0, found }],
    completedCases: sequence.values.length,
    warnings: [
      ...(block.tie_sensitivity.sensitive ? (['sensitive_to_ties'] as const) : []),
      ...(sequence.incomplete > 0 ? (['incomplete_cases'] as const) : []),
    ],
  });
}

/** The leading variant against each of the others. */
export function verdictOfSeveral(
  study: CleanStudy,
  result: SeveralVariantsResult,
  volume: Volume,
): Verdict {
  const leader = leaderOf(study, result.abilities.abilities);
  const sequences = leaderSequences(study, result.pairs, leader);
  const incomplete = sequences.some(({ sequence }) => sequence.incomplete > 0);
  const basis = {
    ...basisOf(study, volume),
    completedCases: fewestCases(sequences),
    warnings: incomplete ? (['incomplete_cases'] as const) : [],
  };
  if (inferenceOf(study) === 'always_valid') {
    const comparisons = sequentialComparisons(study, sequences, winRateDesign(study));
    return decideVerdict(study, { ...basis, estimand: sequenceEstimand(study), comparisons });
  }
  return decideVerdict(study, {
    ...basis,
    estimand: 'ability_difference',
    reference: 0,
    // A logit is four times a rate around ½.
    zone: 4 * rateZone(study.settings),
    comparisons: jointComparisons(result, leader),
  });
}

export interface PairSequence {
  readonly variant: number;
  readonly against: number;
  readonly sequence: CaseSequence;
}

/** One sequence for each comparison of the leader; none while no variant leads. */
export function leaderSequences(
  study: CleanStudy,
  pairs: readonly PairPoints[],
  leader: number | null,
): readonly PairSequence[] {
  if (leader === null) return [];
  return pairs
    .filter(({ variant, against }) => variant === leader || against === leader)
    .map((pair) => {
      const rival = pair.variant === leader ? pair.against : pair.variant;
      const rows = withChoices(study, pair, { leader, rival });
      const sequence = caseSequence(rows, study.settings.judgementsPerTask);
      return { variant: leader, against: rival, sequence };
    });
}

/** The variant with the highest value, of equal ones that with the lowest id; null without values. */
export function leaderOf(
  { variants }: CleanStudy,
  values: readonly number[] | null,
): number | null {
  if (values === null || values.length === 0) return null;
  const best = Math.max(...values);
  // Rounding must not decide between equals, or a relabelling would change the answer.
  const leading = variants.filter((_, i) => (values[i] ?? best - 1) > best - 1e-9).sort();
  return variants.indexOf(leading[0] ?? '');
}

export function fewestCases(sequences: readonly PairSequence[]): number {
  if (sequences.length === 0) return 0;
  return Math.min(...sequences.map(({ sequence }) => sequence.values.length));
}

/** Only a study that ended as planned may be read with an interval for one look. */
export function inferenceOf({ settings }: CleanStudy): 'fixed' | 'always_valid' {
  return settings.collection === 'complete' ? 'fixed' : 'always_valid';
}

/** While open, annotators are taken as given: no sequence is known that would speak for others. */
export function scopeOf(study: CleanStudy, { annotators }: Volume): Scope {
  const forOthers = inferenceOf(study) === 'fixed' && annotators >= ANNOTATORS_FOR_TWO_WAY;
  return forOthers ? 'cases_and_annotators' : 'cases';
}

export function sequenceEstimand(study: CleanStudy): 'decisive_win_rate' | 'score_win_rate' {
  return winRateDesign(study).kind === 'decided-cases' ? 'decisive_win_rate' : 'score_win_rate';
}

function basisOf(study: CleanStudy, volume: Volume) {
  return {
    ...volume,
    criterion: null,
    reference: 0.5,
    zone: rateZone(study.settings),
    inference: inferenceOf(study),
    scope: scopeOf(study, volume),
    // One more case of several variants asks about the leader and each of the others.
    judgementsPerCase: study.settings.judgementsPerTask * Math.max(1, study.variants.length - 1),
  };
}

/** Always-valid intervals that allow to call the leader the best, at the level of the page. */
export function sequentialComparisons(
  study: CleanStudy,
  sequences: readonly PairSequence[],
  design: SequenceDesign,
): readonly Comparison[] {
  const alpha = bestOfAllAlpha(study);
  return sequences.map(({ variant, against, sequence }) => ({
    variant,
    against,
    found: runSequence(sequence.values, design, alpha),
  }));
}

/** "X is the best" takes X against each of the others. */
export function bestOfAllAlpha({ settings, variants }: CleanStudy): number {
  return comparisonLevel(1 - settings.level, variants.length);
}

function jointComparisons(
  { abilities, joint }: SeveralVariantsResult,
  leader: number | null,
): readonly Comparison[] {
  return joint.contrasts.flatMap(({ pair, estimate, interval: range }) => {
    const [variant, against] = pair;
    if (variant !== leader && against !== leader) return [];
    const found: Estimate = {
      estimate,
      interval: range,
      method: `${abilities.method}.${joint.method}`,
      n: abilities.n,
      nClusters: joint.nClusters,
      warnings: joint.warnings,
    };
    return variant === leader
      ? [{ variant, against, found }]
      : [{ variant: against, against: variant, found: negateEstimate(found) }];
  });
}

/**
 * A choice among all variants counts for the leader, for the rival, or (another variant, none) for
 * neither.
 */
function withChoices(
  { choices, cases }: CleanStudy,
  pair: PairPoints,
  { leader, rival }: { readonly leader: number; readonly rival: number },
): CaseValues {
  const voted = pair.variant === leader ? pair.value : pair.value.map((points) => 1 - points);
  if (choices.case.length === 0) return { ...pair, value: voted };
  const chosen = Float64Array.from(choices.chosen, (variant) =>
    variant === leader ? 1 : variant === rival ? 0 : 0.5,
  );
  const position = joinInts(pair.case, choices.case);
  const rows = orderRows(allRows(position.length), [{ values: position, size: cases }]);
  return {
    case: pickInts(position, rows),
    value: pickDoubles(joinDoubles(voted, chosen), rows),
    completedAtMs: pickDoubles(joinDoubles(pair.completedAtMs, choices.completedAtMs), rows),
  };
}
