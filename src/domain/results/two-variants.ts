import type { TwoVariants } from '../../contract/results/results.ts';
import { binomialTest } from '../../statistics/pairwise/binary-tests.ts';
import { contrastWord } from './contrast-word.ts';
import { type PairPoints, pairPoints } from './pair-points.ts';
import { decisiveContrast, type PlannedContrast } from './planned-contrasts.ts';
import { presentContrast, presentEstimate, presentTest } from './present-estimate.ts';
import { asShare, rateOver } from './rate-over.ts';
import { optionsAt, type StudyLook } from './study-look.ts';

/** The second variant of the evaluation against the first, over the completed cases. */
export function summarizeTwoVariants(
  look: StudyLook,
  contrast: PlannedContrast,
): TwoVariants | null {
  const { completed: study } = look;
  const [pair] = pairPoints(study);
  if (pair === undefined) return null;
  const rate = rateOver(pair, optionsAt(look));
  const decisive = decisiveContrast(look, contrast);
  const ties = pair.value.map((points, row) => (points === 0.5 && pair.bothBad[row] === 0 ? 1 : 0));
  const counts = countsOf(pair);
  const winRate = presentContrast(look, contrast);
  return {
    variant: study.variants[pair.variant] ?? '',
    against: study.variants[pair.against] ?? '',
    counts,
    score_win_rate: winRate,
    decisive_win_rate: presentContrast(look, decisive),
    net_win_rate: netOf(winRate),
    tie_rate: presentEstimate(asShare(rate(ties)), 'planned'),
    both_bad_rate: presentEstimate(asShare(rate(pair.bothBad)), 'planned'),
    sign_test: look.phase === 'at_end' ? signTest(contrast) : null,
    tie_sensitivity: tieSensitivity(
      { half: contrast, dropped: decisive },
      counts.ties + counts.both_bad,
    ),
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

/**
 * The word with ties as half and with ties dropped; without ties, a difference has other reasons.
 */
function tieSensitivity(
  readings: { readonly half: PlannedContrast; readonly dropped: PlannedContrast },
  ties: number,
): TwoVariants['tie_sensitivity'] {
  const half = readingOf(readings.half);
  const dropped = readingOf(readings.dropped);
  return { sensitive: ties > 0 && half !== dropped, ties_as_half: half, ties_dropped: dropped };
}

function readingOf(contrast: PlannedContrast) {
  const known = contrastWord(contrast);
  return known === 'equivalent' ? 'not_yet_clear' : known;
}
