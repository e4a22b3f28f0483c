import type { TwoVariants } from '../../contract/results.ts';
import { binomialTest } from '../../statistics/binary-tests.ts';
import { clusteredContrast } from '../../statistics/clustered-covariance.ts';
import { davidson } from '../../statistics/davidson.ts';
import type { Interval } from '../../statistics/estimate.ts';
import { type WinRate, winRate } from '../../statistics/win-rate.ts';
import { type CaseSequence, caseSequence } from './case-sequence.ts';
import type { CleanStudy } from './clean-study.ts';
import { runSequence, type SequenceDesign, type SequenceState } from './confidence-sequence.ts';
import { type PairPoints, pairPoints } from './pair-points.ts';
import { presentEstimate, presentTest } from './present-estimate.ts';
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
  const confidence = level;
  const sequence = caseSequence(pair, judgementsPerTask);
  const sequential = runSequence(sequence.values, winRateDesign(study), 1 - level);
  const fixed = winRate(votesOf(pair, pair.value), { confidence });
  const decisive = winRate(decisiveVotes(pair), { confidence });
  const ties = pair.value.map((points, row) => (points === 0.5 && pair.bothBad[row] === 0 ? 1 : 0));
  const block: TwoVariants = {
    variant: study.variants[pair.variant] ?? '',
    against: study.variants[pair.against] ?? '',
    counts: countsOf(pair),
    score_win_rate: presentEstimate(fixed),
    decisive_win_rate: presentEstimate({ ...decisive, method: `${decisive.method}.decisive` }),
    net_win_rate: presentEstimate(netOf(fixed)),
    tie_rate: presentEstimate({
      ...winRate(votesOf(pair, ties), { confidence }),
      method: 'rate.effective-n',
    }),
    both_bad_rate: presentEstimate(bothBadRate(pair, confidence)),
    always_valid: presentEstimate(sequential, 'always_valid'),
    e_value: sequential.eValue,
    sign_test: signTest(pair),
    tie_sensitivity: tieSensitivity({
      half: fixed.interval,
      dropped: decisive.interval,
      modelled: davidsonInterval(counted, level),
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

export function votesOf(
  { case: cases, annotator }: Pick<PairPoints, 'case' | 'annotator'>,
  points: ArrayLike<number>,
) {
  return { points, cases, annotators: annotator };
}

export function bothBadRate(
  pair: Pick<PairPoints, 'case' | 'annotator' | 'bothBad'>,
  confidence: number,
) {
  return { ...winRate(votesOf(pair, pair.bothBad), { confidence }), method: 'rate.effective-n' };
}

function decisiveVotes(pair: PairPoints) {
  const rows = Array.from(pair.value.keys()).filter((row) => pair.value[row] !== 0.5);
  return {
    points: rows.map((row) => pair.value[row] ?? 0),
    cases: rows.map((row) => pair.case[row] ?? 0),
    annotators: rows.map((row) => pair.annotator[row] ?? 0),
  };
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
}

/** The same question under three readings of a tie. */
function tieSensitivity(ranges: TieReadings): TwoVariants['tie_sensitivity'] {
  const half = wordOf(ranges.half, 0.5);
  const dropped = wordOf(ranges.dropped, 0.5);
  const modelled = wordOf(ranges.modelled, 0);
  return {
    sensitive: new Set([half, dropped, modelled]).size > 1,
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
