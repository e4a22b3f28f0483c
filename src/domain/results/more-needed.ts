import type { MoreNeeded } from '../../contract/results/results.ts';
import type { Estimate } from '../../statistics/intervals/estimate.ts';

export interface Unsettled {
  /** Of two variants one comparison, of several the leader against each other one. */
  readonly comparisons: readonly Pick<Estimate, 'estimate' | 'interval' | 'nClusters'>[];
  readonly reference: number;
  /** Half width of the zone in which a difference does not matter. */
  readonly zone: number;
  /** For all comparisons together. */
  readonly judgementsPerCase: number;
}

/** Beyond this no lead would wait. */
const MOST_CASES = 1e6;

/**
 * How much more judging would probably settle it. Intervals shrink with the root of the number of cases;
 * it is settled when every interval leaves "no difference" behind, or when every one fits into the zone,
 * whichever comes first at the present effects. The range lets the effects be larger or smaller by ⅔ of
 * a standard error (the middle half of what they may be). Null when nothing can be said yet.
 */
export function moreNeeded(state: Unsettled): MoreNeeded | null {
  if (state.comparisons.length === 0) return null;
  const cases = Math.min(...state.comparisons.map(({ nClusters }) => nClusters));
  const likely = casesUntil(state, 0);
  if (likely === null) return null;
  const others = [casesUntil(state, DOUBT), casesUntil(state, -DOUBT)];
  const known = others.filter((total) => total !== null);
  const judgements = (total: number): number => (total - cases) * state.judgementsPerCase;
  return {
    cases: likely - cases,
    judgements: judgements(likely),
    low: judgements(Math.min(likely, ...known)),
    high: known.length < others.length ? null : judgements(Math.max(likely, ...known)),
  };
}

/** ⅔ of a standard error, in half widths: an always-valid interval is about three errors to each side. */
const DOUBT = 0.674 / 3;

function casesUntil(state: Unsettled, shift: number): number | null {
  const totals = state.comparisons.map((comparison) => totalsOf(state, comparison, shift));
  const apart = Math.max(...totals.map((total) => total.apart));
  const inside = Math.max(...totals.map((total) => total.inside));
  const total = Math.ceil(Math.min(apart, inside));
  const least = Math.min(...state.comparisons.map(({ nClusters }) => nClusters)) + 1;
  return total <= MOST_CASES ? Math.max(total, least) : null;
}

/** Cases until the interval lies apart from the reference, and until it lies inside the zone. */
function totalsOf(
  { comparisons, reference, zone }: Unsettled,
  { estimate, interval, nClusters }: Unsettled['comparisons'][number],
  shift: number,
) {
  const never = { apart: Number.POSITIVE_INFINITY, inside: Number.POSITIVE_INFINITY };
  if (estimate === null || interval === null || nClusters < 2) return never;
  const half = (interval.high - interval.low) / 2;
  const signed = estimate - reference;
  // Of two variants either may turn out better, of several only the leader is asked about.
  const lead = (comparisons.length === 1 ? Math.abs(signed) : signed) + shift * half;
  const until = (room: number): number =>
    room > 0 ? Math.max(nClusters, nClusters * (half / room) ** 2) : Number.POSITIVE_INFINITY;
  return { apart: until(lead), inside: until(zone - Math.abs(lead)) };
}
