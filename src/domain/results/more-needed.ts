import type { MoreNeeded } from '../../contract/results.ts';
import type { Interval } from '../../statistics/estimate.ts';

export interface Unsettled {
  readonly estimate: number | null;
  readonly interval: Interval | null;
  readonly cases: number;
  readonly reference: number;
  /** Half width of the zone in which a difference does not matter. */
  readonly zone: number;
  readonly judgementsPerCase: number;
}

/** Beyond this nobody would wait for it. */
const MOST_CASES = 1e6;

/**
 * How much more judging would probably settle it. Intervals shrink with the root of the number of cases;
 * it is settled when the interval leaves "no difference" behind or fits into the zone, whichever comes
 * first at the present effect. The range lets the effect be half a standard error or so larger or
 * smaller (its middle half). Null when nothing can be said yet.
 */
export function moreNeeded(state: Unsettled): MoreNeeded | null {
  const { estimate, interval, cases } = state;
  if (estimate === null || interval === null || cases < 2) return null;
  const half = (interval.high - interval.low) / 2;
  const gap = Math.abs(estimate - state.reference);
  // An always-valid interval reaches about three standard errors to each side; ⅔ of one is the middle half.
  const doubt = (half / 3) * 0.674;
  const likely = casesUntil(state, { half, gap });
  if (likely === null) return null;
  const others = [gap + doubt, Math.max(0, gap - doubt)].map((g) =>
    casesUntil(state, { half, gap: g }),
  );
  const judgements = (total: number): number => (total - cases) * state.judgementsPerCase;
  const known = others.filter((total) => total !== null);
  return {
    cases: likely - cases,
    judgements: judgements(likely),
    low: judgements(Math.min(likely, ...known)),
    high: known.length < others.length ? null : judgements(Math.max(likely, ...known)),
  };
}

function casesUntil(
  { cases, zone }: Unsettled,
  { half, gap }: { readonly half: number; readonly gap: number },
): number | null {
  const room = Math.max(gap, zone - gap);
  const total = Math.ceil(cases * (half / room) ** 2);
  return total <= MOST_CASES ? Math.max(total, cases + 1) : null;
}
