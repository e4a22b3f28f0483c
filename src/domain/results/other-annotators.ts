import type { OtherAnnotators } from '../../contract/results/results.ts';
import { cr2Mean } from '../../statistics/intervals/cluster-adjustment.ts';
import { interval } from '../../statistics/intervals/estimate.ts';
import { normalUpper, tQuantileUpper } from '../../statistics/numerics/distributions.ts';
import { lookCritical } from '../../statistics/sequences/plan-boundary.ts';
import { stoppingDecision } from '../../statistics/sequences/stopping.ts';
import type { CaseOrder } from './case-order.ts';
import type { CleanStudy } from './clean-study.ts';
import type { PlannedContrast } from './planned-contrasts.ts';
import { presentInterval } from './present-estimate.ts';
import type { StudyLook } from './study-look.ts';

/** The spread between fewer annotators says too little about others. */
export const LEAST_ANNOTATORS = 5;

/** One number per annotator, as if each of them were a case. */
export type ContrastIn = (study: CleanStudy, order: CaseOrder) => Float64Array;

/**
 * Whether the verdict would hold for other annotators too: the variance between scenarios plus that
 * between annotators (small-sample corrected, with its few degrees of freedom). The noise of single
 * judgements is in both, so that the interval is rather too wide than too narrow.
 */
export function otherAnnotators(
  look: StudyLook,
  { found, options }: PlannedContrast,
  contrastIn: ContrastIn,
): OtherAnnotators {
  const { values, weights } = byAnnotator(look.completed, contrastIn);
  const missing = Math.max(0, LEAST_ANNOTATORS - values.length);
  const method = 'other-annotators.variance-sum';
  const { estimate, standardError, df } = found;
  if (missing > 0 || estimate === null || standardError === null || df === null) {
    const word = missing > 0 ? 'too_few_annotators' : 'not_yet_clear';
    return { word, interval: null, annotators_needed: missing, method };
  }
  const centre = values.reduce((sum, value, a) => sum + value * (weights[a] ?? 0), 0);
  const gaps = values.map((value, a) => (value - centre) * (weights[a] ?? 0));
  const between = cr2Mean(gaps, weights);
  const cases = look.order.positions.length;
  const critical = lookCritical({ ...look, cases }, options.alpha);
  const freedom = Math.max(1, Math.min(df, between.df));
  const error = Math.sqrt(standardError ** 2 + between.variance);
  const half = tQuantileUpper(normalUpper(critical), freedom) * error;
  const [low, high] = options.ends ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const { level } = look.completed.settings;
  const range = interval(Math.max(low, estimate - half), Math.min(high, estimate + half), level);
  const { reason } = stoppingDecision(range, options);
  return {
    word: reason === 'continue' ? 'not_yet_clear' : reason,
    interval: presentInterval(range, look.phase === 'past_plan' ? 'past_plan' : 'planned'),
    annotators_needed: 0,
    method,
  };
}

/** Those with an answer, each weighted by how much they judged. */
function byAnnotator(study: CleanStudy, contrastIn: ContrastIn) {
  const { annotators, votes, choices, scores } = study;
  const counts = new Float64Array(annotators.length);
  for (const { annotator } of [votes, choices, scores]) {
    for (const a of annotator) counts[a] = (counts[a] ?? 0) + 1;
  }
  const all = contrastIn(asCases(study), {
    positions: Int32Array.from(annotators.keys()),
    completedAtMs: new Float64Array(annotators.length),
    incomplete: 0,
  });
  const heard = [...annotators.keys()].filter((a) => !Number.isNaN(all[a] ?? Number.NaN));
  const total = heard.reduce((sum, a) => sum + (counts[a] ?? 0), 0);
  return {
    values: heard.map((a) => all[a] ?? 0),
    weights: heard.map((a) => (counts[a] ?? 0) / total),
  };
}

/** The judgements of one annotator take the place of those of one case. */
function asCases(study: CleanStudy): CleanStudy {
  const { votes, choices, scores, annotators } = study;
  return {
    ...study,
    cases: annotators.length,
    votes: { ...votes, case: votes.annotator },
    choices: { ...choices, case: choices.annotator },
    scores: { ...scores, case: scores.annotator },
  };
}
