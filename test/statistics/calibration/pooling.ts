import { summarizeResults } from '../../../src/domain/results/summarize-results.ts';
import { createRandom } from '../../../src/statistics/numerics/random.ts';
import type { RepeatedStudy } from './plan.ts';
import { logistic, meanOverNormal, type Rate, rateOf, repeatedRandom } from './simulation.ts';
import { type StudyDesign, simulateScores, simulateVotes, tastesOf } from './whole-studies.ts';

/** How near own and pooled results of single annotators come to their true preferences. */
export interface PoolingFigures {
  /** Mean squared error of the pooled results, as a share of that of the own ones. */
  readonly errorShare: Rate;
  /** Share of the intervals that contain the true preference of the annotator. */
  readonly covered: Rate;
}

export function poolingFigures({ design, kind, repeats, seed }: RepeatedStudy): PoolingFigures {
  const sums = { own: 0, pooled: 0, squares: 0, covered: 0, count: 0 };
  for (let r = 0; r < repeats; r += 1) {
    const random = repeatedRandom(seed, r);
    const tastes = tastesOf(design, createRandom(random.seed));
    const data = kind === 'votes' ? simulateVotes(design, random) : simulateScores(design, random);
    let [own, pooled] = [0, 0];
    for (const { annotator, effect } of summarizeResults(data).bias.annotators) {
      const { estimate = null, interval = null } = effect?.pooled ?? {};
      if (effect === null || estimate === null || interval === null) continue;
      const a = Number(annotator.slice('annotator-'.length));
      const truth = truePreference({ design, kind }, [tastes[2 * a] ?? 0, tastes[2 * a + 1] ?? 0]);
      own += (effect.own - truth) ** 2;
      pooled += (estimate - truth) ** 2;
      sums.covered += interval.low <= truth && truth <= interval.high ? 1 : 0;
      sums.count += 1;
    }
    sums.own += own;
    sums.pooled += pooled;
    sums.squares += (pooled - own) ** 2;
  }
  const error = Math.sqrt(sums.squares - (sums.pooled - sums.own) ** 2 / repeats) / sums.own;
  return {
    errorShare: { ...rateOf(sums.pooled / sums.own, repeats), errorAt: () => error },
    covered: rateOf(sums.covered / sums.count, sums.count),
  };
}

type Likings = readonly [first: number, second: number];

/** The true preference between two variants: the mean over all possible cases. */
function truePreference(
  { design, kind }: Pick<RepeatedStudy, 'design' | 'kind'>,
  [first, second]: Likings,
): number {
  const { caseSd = 0.5, tieShare = 0.2, step = 0 } = design;
  if (kind === 'scores') return meanScore(design, second + step) - meanScore(design, first);
  const spread = caseSd * Math.SQRT2;
  const lean = meanOverNormal((z) => logistic(step + second - first + spread * z));
  return tieShare / 2 + (1 - tieShare) * lean;
}

/** Scores are rounded and cut off at the ends of their scale. */
function meanScore({ caseSd = 0.5, scoreSd = 1, scale }: StudyDesign, liking: number): number {
  const [low, high] = scale ?? [1, 5];
  const middle = (low + high) / 2 + liking;
  const spread = Math.hypot(caseSd, scoreSd);
  return meanOverNormal((z) => Math.min(high, Math.max(low, Math.round(middle + spread * z))));
}
