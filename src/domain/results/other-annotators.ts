import type { OtherAnnotators } from '../../contract/results/results.ts';
import { cr2Mean } from '../../statistics/intervals/cluster-adjustment.ts';
import { interval } from '../../statistics/intervals/estimate.ts';
import { normalUpper, tQuantileUpper } from '../../statistics/numerics/distributions.ts';
import { lookCritical } from '../../statistics/sequences/plan-boundary.ts';
import { stoppingDecision } from '../../statistics/sequences/stopping.ts';
import type { ComparedPair } from './compared-pair.ts';
import { contrastWord } from './contrast-word.ts';
import type { GroupedContrasts } from './grouped-contrasts.ts';
import { presentInterval } from './present-estimate.ts';
import type { StudyLook } from './study-look.ts';

/** The spread between fewer annotators says too little about other annotators. */
export const LEAST_ANNOTATORS = 5;

const NOTHING_KNOWN: OtherAnnotators = {
  word: 'not_yet_clear',
  interval: null,
  annotators_needed: 0,
  method: 'none',
};

/**
 * Whether the verdict holds for other annotators too. The variance is that between scenarios plus
 * that between annotators, less the part counted in both, and never less than either; small-sample
 * corrected, with few degrees of freedom for few annotators.
 */
export function otherAnnotators(look: StudyLook, pair: ComparedPair | null): OtherAnnotators {
  if (pair === null) return NOTHING_KNOWN;
  const { found, options } = pair.contrast;
  const missing = Math.max(0, LEAST_ANNOTATORS - pair.byAnnotator.values.length);
  const method = 'other-annotators.two-way';
  const { estimate, standardError, df } = found;
  if (missing > 0 || estimate === null || standardError === null || df === null) {
    const word = missing > 0 ? 'too_few_annotators' : 'not_yet_clear';
    return { word, interval: null, annotators_needed: missing, method };
  }
  const between = spreadOf(pair.byAnnotator);
  const answers = spreadOf(pair.byAnswer);
  const scenarios = standardError ** 2;
  const both = scenarios + between.variance - answers.variance;
  const error = Math.sqrt(Math.max(both, scenarios, between.variance));
  const critical = lookCritical({ ...look, cases: look.order.positions.length }, options.alpha);
  const freedom = Math.max(1, Math.min(df, between.df));
  const half = tQuantileUpper(normalUpper(critical), freedom) * error;
  const [low, high] = options.ends ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const { level } = look.completed.settings;
  const range = interval(Math.max(low, estimate - half), Math.min(high, estimate + half), level);
  const { reason } = stoppingDecision(range, options);
  return {
    // A verdict that is open or different for these annotators does not hold for others.
    word: reason === contrastWord(pair.contrast) ? reason : 'not_yet_clear',
    interval: presentInterval(range, look.phase === 'past_plan' ? 'past_plan' : 'planned'),
    annotators_needed: 0,
    method,
  };
}

function spreadOf({ values, weights }: GroupedContrasts) {
  const centre = values.reduce((sum, value, g) => sum + value * (weights[g] ?? 0), 0);
  const gaps = values.map((value, g) => (value - centre) * (weights[g] ?? 0));
  return cr2Mean(gaps, weights);
}
