import type { PathOptions } from '../../statistics/sequences/plan-path.ts';
import { ASSUMED, type PlanningQuestion, scaleOf } from './planning-question.ts';
import { DEFAULT_SETTINGS } from './study-data.ts';
import { rateZone, scoreZone } from './zone-of.ts';

/** A study as it is planned, and what is true in it: the first variant leads, all others are equal. */
export interface PlannedStudy {
  readonly kind: 'comparison' | 'scoring';
  readonly variants: number;
  /** Win rate of the leader against each other one minus ½, or its lead in score steps. */
  readonly difference: number;
  readonly tieRate: number;
  /** Spread of the difference of two scores that one annotator gives in one case. */
  readonly scoreSd: number;
  readonly cases: number;
  /** Tasks of one case: pairs or outputs. */
  readonly tasks: number;
  readonly judgementsPerTask: number;
  /** Of two judgements of one task. */
  readonly correlation: number;
  /** How each comparison of the leader is decided. */
  readonly options: PathOptions;
}

export function plannedStudy(question: PlanningQuestion): PlannedStudy {
  const { kind = 'comparison', variants = 2, difference } = question;
  const { low, high } = scaleOf(question);
  const pairs = (variants * (variants - 1)) / 2;
  return {
    kind,
    variants,
    difference,
    tieRate: question.tie_rate ?? ASSUMED.tieRate,
    scoreSd: question.score_sd ?? ASSUMED.scoreSdShare * (high - low),
    cases: question.cases,
    tasks: kind === 'scoring' ? variants : Math.min(pairs, question.pairs_per_case ?? pairs),
    judgementsPerTask: question.judgements_per_case ?? 1,
    correlation: question.correlation ?? ASSUMED.correlation,
    options: optionsOf(question, { low, high }),
  };
}

/** As the verdict is decided: all comparisons hold together. What matters is outside of the zone. */
function optionsOf(
  { kind = 'comparison', variants = 2, level = ASSUMED.level, difference }: PlanningQuestion,
  scale: { readonly low: number; readonly high: number },
): PathOptions {
  const alpha = (1 - level) / ((variants * (variants - 1)) / 2);
  if (kind === 'scoring') {
    const criterion = { name: '', scale: 'numeric', ...scale } as const;
    const zone = Math.min(difference, scoreZone(DEFAULT_SETTINGS, criterion));
    const width = scale.high - scale.low;
    return { alpha, kind: 'mean', ends: [-width, width], reference: 0, equivalence: zone };
  }
  const zone = rateZone(DEFAULT_SETTINGS);
  if (variants === 2) {
    const equivalence = Math.min(difference, zone);
    return { alpha, kind: 'rate', ends: [0, 1], reference: 0.5, equivalence };
  }
  // Twice the difference against each other, once against every third one.
  const effect = (difference * variants) / (variants - 1);
  const equivalence = Math.min(effect, 2 * zone);
  return { alpha, kind: 'mean', ends: [-1, 1], reference: 0, equivalence };
}
