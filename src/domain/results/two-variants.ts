import type { TwoVariants } from '../../contract/results/results.ts';
import { clusteredContrast } from '../../statistics/intervals/clustered-covariance.ts';
import type { Interval } from '../../statistics/intervals/estimate.ts';
import { binomialTest } from '../../statistics/pairwise/binary-tests.ts';
import { davidson } from '../../statistics/pairwise/davidson.ts';
import type { WinRate } from '../../statistics/pairwise/win-rate.ts';
import type { CleanStudy } from './clean-study.ts';
import { pickDoubles, pickInts, rowsWhere } from './columns.ts';
import { type PairPoints, pairPoints } from './pair-points.ts';
import type { PlannedContrast } from './planned-contrasts.ts';
import { presentContrast, presentEstimate, presentTest } from './present-estimate.ts';
import { asShare, rateOver } from './rate-over.ts';
import { optionsAt, type StudyLook } from './study-look.ts';
import { countVotes } from './vote-clusters.ts';

/** The second variant of the evaluation against the first, over the completed cases. */
export function summarizeTwoVariants(
  look: StudyLook,
  contrast: PlannedContrast,
): TwoVariants | null {
  const { completed: study } = look;
  const [pair] = pairPoints(study);
  if (pair === undefined) return null;
  const options = optionsAt(look);
  const rate = rateOver(pair, options);
  const decisive = decisiveRate(pair, options);
  const ties = pair.value.map((points, row) => (points === 0.5 && pair.bothBad[row] === 0 ? 1 : 0));
  const counts = countsOf(pair);
  const winRate = presentContrast(look, contrast);
  return {
    variant: study.variants[pair.variant] ?? '',
    against: study.variants[pair.against] ?? '',
    counts,
    score_win_rate: winRate,
    decisive_win_rate: presentEstimate(decisive, 'planned'),
    net_win_rate: netOf(winRate),
    tie_rate: presentEstimate(asShare(rate(ties)), 'planned'),
    both_bad_rate: presentEstimate(asShare(rate(pair.bothBad)), 'planned'),
    sign_test: look.phase === 'at_end' ? signTest(contrast) : null,
    tie_sensitivity: tieSensitivity({
      half: contrast.found.interval,
      dropped: decisive.interval,
      modelled: davidsonInterval(study, options),
      ties: counts.ties + counts.both_bad,
    }),
  };
}

/** Ties dropped: who wins when people see a difference. */
function decisiveRate(pair: PairPoints, options: ReturnType<typeof optionsAt>): WinRate {
  const rows = rowsWhere(pair.value.length, (row) => pair.value[row] !== 0.5);
  const decisive = { case: pickInts(pair.case, rows), annotator: pickInts(pair.annotator, rows) };
  const rate = rateOver(decisive, options)(pickDoubles(pair.value, rows));
  return { ...rate, method: `${rate.method}.decisive` };
}

function countsOf({ value, bothBad }: PairPoints): TwoVariants['counts'] {
  const counts = { wins: 0, ties: 0, both_bad: 0, losses: 0 };
  value.forEach((points, row) => {
    if (points === 1) counts.wins += 1;
    else if (points === 0) counts.losses += 1;
    else if (bothBad[row] === 1) counts.both_bad += 1;
    else counts.ties += 1;
  });
  return counts;
}

function netOf(rate: TwoVariants['score_win_rate']): TwoVariants['net_win_rate'] {
  const { estimate, interval: range } = rate;
  return {
    ...rate,
    method: `${rate.method}.net`,
    estimate: estimate === null ? null : 2 * estimate - 1,
    interval: range && { ...range, low: 2 * range.low - 1, high: 2 * range.high - 1 },
  };
}

/** One independent answer per case: which variant got more of its points. */
function signTest({ values }: PlannedContrast) {
  const successes = values.filter((value) => value > 0.5).length;
  const n = successes + values.filter((value) => value < 0.5).length;
  return presentTest(binomialTest({ successes, n }), n === 0 ? null : successes);
}

interface TieReadings {
  readonly half: Interval | null;
  readonly dropped: Interval | null;
  readonly modelled: Interval | null;
  /** How many votes are read differently. */
  readonly ties: number;
}

/** The same question under three readings of a tie; without any, a difference has other reasons. */
function tieSensitivity(ranges: TieReadings): TwoVariants['tie_sensitivity'] {
  const half = wordOf(ranges.half, 0.5);
  const dropped = wordOf(ranges.dropped, 0.5);
  const modelled = wordOf(ranges.modelled, 0);
  return {
    sensitive: ranges.ties > 0 && new Set([half, dropped, modelled]).size > 1,
    ties_as_half: half,
    ties_dropped: dropped,
    ties_modelled: modelled,
  };
}

function davidsonInterval(
  study: CleanStudy,
  { tail }: ReturnType<typeof optionsAt>,
): Interval | null {
  const { rows, clusters } = countVotes(study, study.votes);
  const { solution } = davidson(rows);
  if (solution === null || !(tail > 0)) return null;
  const byCase = { cases: clusters.cases };
  const options = { clusters: byCase, confidence: 1 - 2 * tail };
  return clusteredContrast(solution, [-1, 1], options).interval;
}

function wordOf(range: Interval | null, reference: number) {
  if (range !== null && range.low > reference) return 'better' as const;
  return range !== null && range.high < reference ? ('worse' as const) : ('not_yet_clear' as const);
}
