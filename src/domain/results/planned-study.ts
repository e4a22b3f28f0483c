import type { PathOptions } from '../../statistics/sequences/plan-path.ts';
import { pairCount } from './pair-count.ts';
import { scorePath, votePath } from './path-options.ts';
import { ASSUMED, type PlanningQuestion, scaleOf } from './planning-question.ts';
import { DEFAULT_SETTINGS } from './study-data.ts';
import { rateZone, scoreZone } from './zone-of.ts';

/** A planned study and the assumed truth: the first variant leads, all others are equal. */
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
  const pairs = pairCount(variants);
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

/** As for the verdict, with a zone no wider than the difference to find. */
function optionsOf(
  {
    kind = 'comparison',
    variants = 2,
    level = ASSUMED.level,
    difference,
    pairs_per_case,
  }: PlanningQuestion,
  scale: { readonly low: number; readonly high: number },
): PathOptions {
  if (kind === 'scoring') {
    const criterion = { name: '', scale: 'numeric', ...scale } as const;
    const zone = Math.min(difference, scoreZone(DEFAULT_SETTINGS, criterion));
    return scorePath({ variants, level, zone }, scale);
  }
  // Several variants: twice the difference in their own comparison, once against every third one.
  const effect = variants === 2 ? difference : (difference * variants) / (variants - 1);
  const zone = Math.min(effect, rateZone(DEFAULT_SETTINGS, variants));
  return votePath({ variants, level, zone, pairsPerCase: pairs_per_case ?? null });
}
