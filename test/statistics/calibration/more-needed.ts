import type { MoreNeeded, Verdict } from '../../../src/contract/results/results.ts';
import { cleanStudy } from '../../../src/domain/results/clean-study.ts';
import { scoreContrasts, voteContrasts } from '../../../src/domain/results/planned-contrasts.ts';
import type { StudyData } from '../../../src/domain/results/study-data.ts';
import { lookAt } from '../../../src/domain/results/study-look.ts';
import { decideVerdict } from '../../../src/domain/results/verdict.ts';
import { findRoot } from '../../../src/statistics/numerics/root.ts';
import { meanLogistic, type Rate, rateOf, repeatedRandom } from './simulation.ts';
import { type StudyDesign, simulateScores, simulateVotes } from './whole-studies.ts';

export interface FollowedSetting {
  readonly name: string;
  readonly kind: 'comparison' | 'scoring';
  /** `cases` is the plan; the advice is read when half of them are complete. */
  readonly design: StudyDesign;
}

export const FOLLOWED_SETTINGS: readonly FollowedSetting[] = [
  votes('win rate 0.50, plan 100', { cases: 100, effect: 0 }),
  votes('win rate 0.54, plan 100', { cases: 100, effect: 0.04 }),
  votes('win rate 0.58, plan 300', { cases: 300, effect: 0.08 }),
  votes('win rate 0.65, plan 100', { cases: 100, effect: 0.15 }),
  votes('win rate 0.54 of 3, plan 300', { cases: 300, effect: 0.04, variants: 3 }),
  votes('win rate 0.58 of 3, plan 100', { cases: 100, effect: 0.08, variants: 3 }),
  {
    name: 'scores 0.2 steps apart, plan 100',
    kind: 'scoring',
    design: { variants: 2, cases: 100, lead: 0.2 },
  },
];

function votes(
  name: string,
  { cases, effect, variants = 2 }: { cases: number; effect: number; variants?: number },
): FollowedSetting {
  // A fifth of the votes are ties, and cases favour each variant by half a logit more or less.
  const rate = (lead: number): number => 0.8 * (meanLogistic(lead, Math.SQRT1_2) - 0.5);
  const lead = findRoot((at) => rate(at) - effect, 0, 5);
  return { name, kind: 'comparison', design: { variants, cases, lead } };
}

/** The ends that `more_needed` names: chances of 25, 50 and 85 % to be settled by then. */
export const ENDS = ['low', 'likely', 'high'] as const;

type End = (typeof ENDS)[number];

export interface FollowedAdvice {
  /** Share of the studies not settled when half complete that got no upper end. */
  readonly silent: Rate;
  /** Share of those with an upper end that are settled when the advice is followed to this end. */
  readonly settledBy: (end: End) => Rate;
}

/** Looks at half-complete studies and follows the advice of `more_needed` to these ends. */
export function followAdvice(
  { kind, design }: FollowedSetting,
  { repeats, seed, to }: { repeats: number; seed: number; to: readonly End[] },
): FollowedAdvice {
  const counts = { unsettled: 0, silent: 0, low: 0, likely: 0, high: 0 };
  for (let r = 0; counts.unsettled < repeats; r += 1) {
    // The same seed gives the same cases, and more of them.
    const verdictAt = (cases: number): Verdict => {
      const simulate = kind === 'scoring' ? simulateScores : simulateVotes;
      const random = repeatedRandom(seed, r);
      return verdictOf(simulate({ ...design, cases, plannedCases: design.cases }, random));
    };
    const half = Math.ceil(design.cases / 2);
    const { settled, more_needed: advice } = verdictAt(half);
    if (settled) continue;
    counts.unsettled += 1;
    const ends = advice && endsOf(advice);
    if (ends === null) counts.silent += 1;
    else {
      for (const end of to) {
        if (verdictAt(half + ends[end]).settled) counts[end] += 1;
      }
    }
  }
  const followed = counts.unsettled - counts.silent;
  return {
    silent: rateOf(counts.silent / counts.unsettled, counts.unsettled),
    settledBy: (end) => rateOf(counts[end] / followed, followed),
  };
}

/** In cases; null without an upper end. */
function endsOf({ judgements, cases, low, high }: MoreNeeded) {
  if (high === null) return null;
  const inCases = (count: number): number => Math.ceil((count * cases) / judgements);
  return { low: inCases(low), likely: cases, high: inCases(high) };
}

/** The verdict of the product, without its line about other annotators. */
function verdictOf(data: StudyData): Verdict {
  const study = cleanStudy(data);
  const look = lookAt(study);
  const isScoring = data.kind === 'scoring';
  return decideVerdict(study, look, {
    estimand: isScoring ? 'mean_score_difference' : 'score_win_rate',
    criterion: null,
    contrasts: isScoring ? scoreContrasts(study, look, 0) : voteContrasts(study, look),
    others: {
      word: 'not_yet_clear',
      interval: null,
      annotators_needed: 0,
      method: 'none',
    },
    volume: { judgements: 0, byAnnotator: new Float64Array(0), annotators: 0 },
    warnings: [],
  });
}
