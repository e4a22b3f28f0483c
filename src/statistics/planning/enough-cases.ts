import { normalQuantileUpper } from '../numerics/distributions.ts';
import { quantile } from '../numerics/quantile.ts';
import type { Random } from '../numerics/random.ts';
import { LEAST_CASES } from '../sequences/plan-boundary.ts';

export interface TargetPower {
  readonly power: number;
  /** The error of each comparison. */
  readonly alpha: number;
  /** The value of "no difference". */
  readonly reference: number;
  /** Rates and votes are tested with the spread that they would have without a difference. */
  readonly kind: 'rate' | 'vote' | 'mean';
  /**
   * Values are multiples of this, so the boundary is passed by half of it on average; 0 if
   * continuous.
   */
  readonly grain: number;
}

const RUNS = 8000;
const STEPS = 200;

/**
 * Question: how many cases must a plan have, so that all of these comparisons are found by its end
 * with the given power? Each comparison is a motion that starts at 0 and must leave the plan's
 * boundary. Each simulated noise has a smallest number of cases whose drift is enough for all of
 * them; the answer is the quantile of these at the given power. Assumes that means of cases are
 * normal. The values are a sample of cases per comparison, NaN for a case without one. Cost: 1.6
 * million steps each.
 */
export function enoughCases(
  comparisons: readonly Float64Array[],
  target: TargetPower,
  random: Random,
): number {
  const terms = comparisons.map((values) => ({ values, ...pathTerms(values, target) }));
  const pool = comparisons[0]?.length ?? 0;
  // In loops: `from` with a callback per element took half of the time of a plan.
  const drawn = new Int32Array(STEPS);
  const needed = new Float64Array(RUNS);
  for (let run = 0; run < RUNS; run += 1) {
    for (let step = 0; step < STEPS; step += 1) drawn[step] = random.below(pool);
    for (const comparison of terms) {
      needed[run] = Math.max(needed[run] ?? 0, casesOnPath(comparison, drawn));
    }
  }
  needed.sort();
  return Math.max(LEAST_CASES, Math.ceil(quantile(needed, target.power)));
}

interface PathTerms {
  readonly mean: number;
  readonly sd: number;
  /** Share of cases with a value. */
  readonly known: number;
  /** Mean over spread. */
  readonly drift: number;
  /** The boundary in standard errors at the end. */
  readonly critical: number;
  /** The additional cases that an estimated spread and the grain cost. */
  readonly extra: number;
}

function pathTerms(values: Float64Array, target: TargetPower): PathTerms {
  const { alpha, reference, kind, grain } = target;
  const known = values.filter((value) => !Number.isNaN(value));
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  const squares = known.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const sd = Math.sqrt(squares / (known.length - 1));
  const drift = (mean - reference) / sd;
  const critical = normalQuantileUpper(alpha / 4);
  return {
    mean,
    sd,
    known: known.length / values.length,
    drift,
    critical: kind === 'mean' ? critical : critical * Math.sqrt(1 + drift ** 2),
    extra: (kind === 'mean' ? critical ** 2 / 2 : 1) + grain / (mean - reference),
  };
}

/**
 * The motion w(s) + s·drift·√cases reaches the boundary when √cases ≥ (critical − w(s)) ÷
 * (s·drift).
 */
function casesOnPath(
  {
    values,
    mean,
    sd,
    known,
    drift,
    critical,
    extra,
  }: PathTerms & { readonly values: Float64Array },
  drawn: Int32Array,
): number {
  const unit = 1 / Math.sqrt(STEPS * known);
  let noise = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let step = 0; step < STEPS; step += 1) {
    const value = values[drawn[step] ?? 0] ?? Number.NaN;
    if (!Number.isNaN(value)) noise += ((value - mean) / sd) * unit;
    least = Math.min(least, (critical - noise) / ((step + 1) / STEPS));
  }
  return ((Math.max(0, least) / drift) ** 2 + extra) / known;
}
