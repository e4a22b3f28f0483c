import type { ResultInterval } from '../../contract/results/result-estimates.ts';
import type { ResultStatistics } from '../../contract/results/results.ts';

/** `not_worse`: perhaps better, and worse at most by less than the difference that matters. */
export type Standing = 'better' | 'worse' | 'equivalent' | 'not_worse' | 'not_yet_clear';

interface Contrast {
  readonly variant: string;
  readonly against: string;
  readonly known: 'better' | 'worse' | 'equivalent' | 'not_yet_clear';
  readonly interval: ResultInterval | null;
}

/** How a variant compares with another one, by the intervals of the verdict. */
export function standingOf(statistics: ResultStatistics, id: string, other: string): Standing {
  const contrast = contrastsOf(statistics).find(
    ({ variant, against }) =>
      (variant === id && against === other) || (variant === other && against === id),
  );
  if (contrast === undefined) return 'not_yet_clear';
  const isTurned = contrast.variant !== id;
  if (contrast.known === 'better') return isTurned ? 'worse' : 'better';
  if (contrast.known === 'worse') return isTurned ? 'better' : 'worse';
  if (contrast.known === 'equivalent') return 'equivalent';
  const { zone } = statistics.verdict;
  const { interval } = contrast;
  if (zone === null || interval === null) return 'not_yet_clear';
  const isNotWorse = isTurned ? interval.high < zone.high : interval.low > zone.low;
  return isNotWorse ? 'not_worse' : 'not_yet_clear';
}

/** The comparisons behind the verdict. */
function contrastsOf({ verdict, several_variants, scores }: ResultStatistics): Contrast[] {
  const { variant, against, word, interval, criterion } = verdict;
  const differences =
    several_variants?.differences ??
    scores.find((contrast) => contrast.criterion === criterion)?.differences ??
    [];
  if (differences.length > 1) {
    return differences.map((contrast) => ({ ...contrast, interval: contrast.difference.interval }));
  }
  if (variant === null || against === null) return [];
  return [{ variant, against, known: word, interval }];
}
