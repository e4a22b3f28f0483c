import type { Measured, SampleSizeQuestion } from '../../contract/results/planning.ts';

/** What is assumed where the question does not say. */
export const ASSUMED = {
  tieRate: 0.2,
  correlation: 0.3,
  /**
   * Of the width of the scale: two scores that vary by a fifth of it differ by √2 times as much.
   */
  scoreSdShare: 0.3,
  scale: { low: 1, high: 5 },
  secondsPerJudgement: 30,
  power: 0.8,
  level: 0.95,
} as const;

/** A question whose gaps are filled by measurements; assumptions cover the rest. */
export interface PlanningQuestion extends SampleSizeQuestion {
  readonly cases: number;
  readonly measured: Measured | null;
}

/** Measurements fill what the question leaves out; an annotator judges a case once. */
export function fillFromMeasured(
  question: SampleSizeQuestion & { readonly cases: number },
  measured: Measured | null,
): PlanningQuestion {
  if (measured === null) return { ...question, measured };
  const { tie_rate, annotators, seconds_per_judgement: pace } = measured;
  return {
    annotators: Math.max(annotators, question.judgements_per_case ?? 1),
    ...(tie_rate === null ? {} : { tie_rate: Math.min(LARGEST_TIE_RATE, tie_rate) }),
    ...(pace.estimate === null ? {} : { seconds_per_judgement: pace.estimate }),
    ...question,
    measured,
  };
}

/** With more ties than this, no difference can be found. */
const LARGEST_TIE_RATE = 0.95;

export function scaleOf({
  score_min = ASSUMED.scale.low,
  score_max = ASSUMED.scale.high,
}: Pick<SampleSizeQuestion, 'score_min' | 'score_max'>) {
  return { low: score_min, high: score_max };
}

/** Half of the share of decisive votes: no win rate can lead by more. */
export function largestDifference({ tie_rate }: Pick<SampleSizeQuestion, 'tie_rate'>): number {
  return (1 - (tie_rate ?? ASSUMED.tieRate)) / 2;
}
