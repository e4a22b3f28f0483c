import type { TwoVariants } from '../../contract/results/results.ts';
import { clusteredContrast } from '../../statistics/intervals/clustered-covariance.ts';
import type { Interval } from '../../statistics/intervals/estimate.ts';
import { binomialTest } from '../../statistics/pairwise/binary-tests.ts';
import { davidson } from '../../statistics/pairwise/davidson.ts';
import type { WinRate } from '../../statistics/pairwise/win-rate.ts';
import { type CaseSequence, caseSequence } from './case-sequence.ts';
import type { CleanStudy } from './clean-study.ts';
import { pickDoubles, pickInts, rowsWhere } from './columns.ts';
import { runSequence, type SequenceDesign, type SequenceState } from './confidence-sequence.ts';
import { type PairPoints, pairPoints } from './pair-points.ts';
import { presentEstimate, presentTest } from './present-estimate.ts';
import { asShare, rateOver } from './rate-over.ts';
import type { CountedVotes } from './vote-clusters.ts';

/** The block of the page and what the verdict is made from. */
export interface TwoVariantResult {
  readonly block: TwoVariants;
  readonly fixed: WinRate;
  readonly sequential: SequenceState;
  readonly sequence: CaseSequence;
  readonly pair: PairPoints;
}

/** The second variant of the evaluation against the first. */
export function summarizeTwoVariants(
  study: CleanStudy,
  counted: CountedVotes,
): TwoVariantResult | null {
  const [pair] = pairPoints(study);
  if (pair === undefined) return null;
  const { level, judgementsPerTask } = study.settings;
  const rate = rateOver(pair, level);
  const sequence = caseSequence(pair, judgementsPerTask);
  const sequential = runSequence(sequence.values, winRateDesign(study), 1 - level);
  const fixed = rate(pair.value);
  const decisive = decisiveRate(pair, level);
  const ties = pair.value.map((points, row) => (points === 0.5 && pair.bothBad[row] === 0 ? 1 : 0));
  const counts = countsOf(pair);
  const block: TwoVariants = {
    variant: study.variants[pair.variant] ?? '',
    against: study.variants[pair.against] ?? '',
    counts,
    score_win_rate: presentEstimate(fixed),
    decisive_win_rate: presentEstimate(decisive),
    net_win_rate: presentEstimate(netOf(fixed)),
    tie_rate: presentEstimate(asShare(rate(ties))),
    both_bad_rate: presentEstimate(asShare(rate(pair.bothBad))),
    always_valid: presentEstimate(sequential, 'always_valid'),
    e_value: sequential.eValue,
    sign_test: signTest(pair),
    tie_sensitivity: tieSensitivity({
      half: fixed.interval,
      dropped: decisive.interval,
      modelled: davidsonInterval(counted, level),
      ties: counts.ties + counts.both_bad,
    }),
  };
  return { block, fixed, sequential, sequence, pair };
}

/** With one judgement per case the decided cases say most; otherwise the mean points of each case. */
export function winRateDesign({ settings }: Pick<CleanStudy, 'settings'>): SequenceDesign {
  return settings.judgementsPerTask === 1
    ? { kind: 'decided-cases' }
    : { kind: 'bounded', low: 0, high: 1 };
}

/** Ties dropped: who wins when people see a difference. */
function decisiveRate(pair: PairPoints, level: number): WinRate {
  const rows = rowsWhere(pair.value.length, (row) => pair.value[row] !== 0.5);
  const decisive = { case: pickInts(pair.case, rows), annotator: pickInts(pair.annotator, rows) };
  const rate = rateOver(decisive, level)(pickDoubles(pair.value, rows));
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

function netOf(rate: WinRate) {
  const { estimate, interval: range } = rate;
  return {
    ...rate,
    method: `${rate.method}.net`,
    estimate: estimate === null ? null : 2 * estimate - 1,
    interval: range && { ...range, low: 2 * range.low - 1, high: 2 * range.high - 1 },
  };
}

/** One independent answer per case: which variant got more of its points. */
function signTest(pair: PairPoints) {
  const { values } = caseSequence(pair, 1);
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

function davidsonInterval({ rows, clusters }: CountedVotes, confidence: number): Interval | null {
  const { solution } = davidson(rows);
  if (solution === null) return null;
  return clusteredContrast(solution, [-1, 1], { clusters, confidence }).interval;
}

function wordOf(range: Interval | null, reference: number) {
  if (range !== null && range.low > reference) return 'better' as const;
  return range !== null && range.high < reference ? ('worse' as const) : ('not_yet_clear' as const);
}
