import type { ResultInterval } from '../../../contract/results/result-estimates.ts';
import type { CriterionScores, ResultStatistics } from '../../../contract/results/results.ts';
import {
  DECIMALS,
  decimal,
  intervalText,
  POINTS,
  type ResultNames,
  SHARES,
  type Unit,
} from './wording.ts';

/** The comparison of the verdict, from the side of the variant that is ahead. */
export interface VerdictLead {
  readonly ahead: string;
  readonly behind: string;
  readonly aheadId: string;
  readonly effect: number;
  /** Whether both variants are equal as far as the rounded figure shows. */
  readonly isEven: boolean;
  readonly unit: Unit;
  /** Writes any figure of this comparison. */
  readonly value: (figure: number) => string;
  readonly range: (range: ResultInterval) => string;
  readonly interval: (range: ResultInterval | null) => string | null;
}

/** Null where two variants are not compared yet. */
export function verdictLead(statistics: ResultStatistics, names: ResultNames): VerdictLead | null {
  const { variant, against, effect, cases, word, reference } = statistics.verdict;
  if (variant === null || against === null || effect === null || cases === 0) return null;
  // Rounding must not decide who is ahead.
  const isTurned = word === 'worse' || (word !== 'better' && effect < reference - 1e-9);
  const turn = (figure: number): number => (isTurned ? 2 * reference - figure : figure);
  const turnRange = (range: ResultInterval): ResultInterval =>
    isTurned ? { ...range, low: turn(range.high), high: turn(range.low) } : range;
  const unit = unitOf(statistics);
  return {
    ahead: names.variant(isTurned ? against : variant),
    behind: names.variant(isTurned ? variant : against),
    aheadId: isTurned ? against : variant,
    effect: turn(effect),
    isEven: unit.value(effect) === unit.value(reference),
    unit,
    value: (figure) => unit.value(turn(figure)),
    range: (range) => {
      const { low, high } = turnRange(range);
      return unit.range(low, high);
    },
    interval: (range) => range && intervalText(turnRange(range), unit),
  };
}

/** All variants that are compared, best first. */
export function variantsOf(statistics: ResultStatistics): readonly string[] {
  const figures =
    statistics.several_variants?.variants.map(({ variant, win_rate }) => ({
      variant,
      figure: win_rate.estimate,
    })) ??
    criterionOf(statistics)?.variants.map(({ variant, mean }) => ({
      variant,
      figure: mean.estimate,
    })) ??
    [];
  return figures
    .toSorted((one, other) => (other.figure ?? -Infinity) - (one.figure ?? -Infinity))
    .map(({ variant }) => variant);
}

/** The unit of the verdict's effect. */
export function unitOf({ verdict, scores }: ResultStatistics): Unit {
  const { estimand } = verdict;
  if (estimand === 'score_win_rate') return SHARES;
  if (estimand === 'win_rate_difference') return POINTS;
  const isShare = criterionOf({ verdict, scores })?.scale === 'binary';
  if (!isShare) return DECIMALS;
  return estimand === 'mean_score' ? SHARES : POINTS;
}

/** The criterion that the verdict is about. */
export function criterionOf({
  verdict,
  scores,
}: Pick<ResultStatistics, 'verdict' | 'scores'>): CriterionScores | undefined {
  return scores.find(({ criterion }) => criterion === verdict.criterion);
}

/** " on helpfulness"; the overall score needs no name. */
export function onCriterion({ criterion }: Pick<ResultStatistics['verdict'], 'criterion'>): string {
  return criterion === null || criterion === OVERALL_SCORE ? '' : ` on ${criterion}`;
}

const OVERALL_SCORE = 'score';

/** "scale 1 to 5". */
export function scaleText(statistics: ResultStatistics): string | null {
  const asked = criterionOf(statistics);
  if (asked === undefined) return null;
  const { scale, low, high } = asked;
  if (scale === 'binary') return 'share of yes';
  return low === null || high === null ? null : `scale ${decimal(low)} to ${decimal(high)}`;
}

/** "ties and both bad count half", naming those that occurred; null where none did. */
export function tiesText({ two_variants, several_variants }: ResultStatistics): string | null {
  const counts = [
    ...(two_variants === null ? [] : [two_variants.counts]),
    ...(several_variants?.win_matrix ?? []),
  ];
  const hasTies = counts.some(({ ties }) => ties > 0);
  const hasBothBad = counts.some(({ both_bad }) => both_bad > 0);
  if (hasTies && hasBothBad) return 'ties and both bad count half';
  if (hasBothBad) return 'both bad counts half';
  return hasTies ? 'ties count half' : null;
}

/** "5 points": the smallest difference that matters. */
export function zoneText(statistics: ResultStatistics): string | null {
  const { zone, reference, estimand } = statistics.verdict;
  if (zone === null) return null;
  const unit = estimand === 'score_win_rate' ? POINTS : unitOf(statistics);
  return unit.value(zone.high - reference);
}
