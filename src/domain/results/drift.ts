import type { BiasStrip } from '../../contract/results/results.ts';
import { withinTrend } from '../../statistics/annotators/within-trend.ts';
import { holm } from '../../statistics/intervals/multiplicity.ts';
import type { TimedAnswers } from './answer-sequences.ts';
import type { CleanStudy } from './clean-study.ts';
import { presentEstimate } from './present-estimate.ts';

const TASKS = 10;
/** A change over the usual sequence that is worth a look, as a share of the scale. */
const RELEVANT = 0.1;

/** Fewer judgements or cases cannot show a change. */
const LEAST = 30;
const LEAST_CASES = 10;
/** People look at results again and again; by chance, one look in a hundred raises the alarm. */
const ALARM_LEVEL = 0.01;

/**
 * What changes while annotators judge: how often they choose the left output, how often neither,
 * how high they score; per ten tasks of one annotator. Alarm when p < 0.01 over all of these
 * questions and the change over a whole sequence of the usual length is at least a tenth of the
 * scale.
 */
export function driftOf(study: CleanStudy, timed: readonly TimedAnswers[]): BiasStrip['drift'] {
  const annotators = study.annotators.length;
  const trends = timed.flatMap((answers) => {
    const { trend, pValue } = withinTrend(
      {
        ...answers,
        annotators,
        order: answers.order.map((place) => place / TASKS),
      },
      { confidence: study.settings.level },
    );
    if (trend.estimate === null || trend.n < LEAST || trend.nClusters < LEAST_CASES) return [];
    const change = (Math.abs(trend.estimate) * usualLength(answers, annotators)) / TASKS;
    return [{ answers, trend, pValue, isRelevant: change >= RELEVANT * answers.width }];
  });
  const adjusted = holm(trends.map(({ pValue }) => pValue));
  return trends.map(({ answers, trend, pValue, isRelevant }, t) => ({
    about: answers.about,
    criterion: answers.criterion,
    per_ten_tasks: presentEstimate(trend),
    p_value: pValue,
    alarm: isRelevant && (adjusted[t] ?? 1) < ALARM_LEVEL,
  }));
}

/** The mean length of annotators' sequences, weighted by their answers. */
function usualLength({ annotator, order }: TimedAnswers, annotators: number): number {
  const longest = new Float64Array(annotators);
  for (let row = 0; row < order.length; row += 1) {
    const a = annotator[row] ?? 0;
    longest[a] = Math.max(longest[a] ?? 0, (order[row] ?? 0) + 1);
  }
  let sum = 0;
  for (let row = 0; row < order.length; row += 1) sum += longest[annotator[row] ?? 0] ?? 0;
  return sum / Math.max(1, order.length);
}
