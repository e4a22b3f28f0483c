import { agreementAdapters } from './agreement.ts';
import { choiceAdapters } from './choices.ts';
import { distributionAdapters } from './distributions.ts';
import { pairwiseAdapters } from './pairwise.ts';
import { planningAdapters } from './planning.ts';
import { rateAdapters } from './rates.ts';
import { scoreAdapters } from './scores.ts';
import { sequenceAdapters } from './sequences.ts';
import {
  type Adapter,
  type Json,
  type JsonObject,
  type Outcome,
  VectorInput,
} from './vector-input.ts';

export interface Vector {
  readonly id: string;
  readonly name: string;
  readonly method: string;
  readonly input: JsonObject;
  readonly expected: JsonObject;
  readonly tolerance: number;
  readonly published?: JsonObject;
  readonly published_tolerance?: number;
  readonly source?: string;
  readonly notes?: string;
}

export interface Comparison {
  readonly status: 'pass' | 'fail' | 'unknown method';
  /** Largest difference, absolute or relative as the vector asks; infinite when a value is missing. */
  readonly difference: number;
  /** Where that difference is. */
  readonly at: string;
}

export function runVector(vector: Vector): Comparison {
  const adapter = adapterFor(vector.method);
  if (adapter === null) return { status: 'unknown method', difference: Number.NaN, at: '' };
  const outcome = adapter(new VectorInput(vector.input), vector.expected, vector.method);
  return judge(vector, outcome, vector.expected, () => vector.tolerance);
}

/** The figures printed in the source, each at the tolerance that its printed digits imply. */
export function runPublished(vector: Vector): Comparison | null {
  const adapter = adapterFor(vector.method);
  const { published, published_tolerance: tolerance } = vector;
  if (adapter === null || published === undefined || tolerance === undefined) return null;
  const outcome = adapter(
    new VectorInput(vector.input),
    { ...vector.expected, ...published },
    vector.method,
  );
  return judge(vector, outcome, published, (printed) => Math.max(tolerance, lastDigit(printed)));
}

const ADAPTERS: Readonly<Record<string, Adapter>> = {
  ...rateAdapters,
  ...pairwiseAdapters,
  ...agreementAdapters,
  ...scoreAdapters,
  ...sequenceAdapters,
  ...planningAdapters,
  ...choiceAdapters,
  ...distributionAdapters,
};

/** The method's own adapter, or that of the longest known name it begins with, as in "name(details)". */
function adapterFor(method: string): Adapter | null {
  const exact = ADAPTERS[method];
  if (exact !== undefined) return exact;
  const known = Object.keys(ADAPTERS)
    .filter((name) => new RegExp(`^${name}(?![a-z0-9])`).test(method))
    .sort((a, b) => b.length - a.length)[0];
  return known === undefined ? null : (ADAPTERS[known] ?? null);
}

function judge(
  vector: Vector,
  outcome: Outcome,
  expected: JsonObject,
  toleranceOf: (expected: number) => number,
): Comparison {
  const relative = /tolerance is relative/i.test(vector.notes ?? '');
  // Ratings from an iteration that stops early are shifted as a whole; their differences are not.
  const shift = /compare differences/i.test(vector.notes ?? '') ? meanShift(outcome, expected) : 0;
  let worst: Comparison = { status: 'pass', difference: 0, at: '' };
  let worstRatio = -1;
  for (const leaf of leaves(expected, outcome, '')) {
    const difference = leafDifference(leaf, { relative, shift });
    const tolerance = typeof leaf.expected === 'number' ? toleranceOf(leaf.expected) : 0;
    const ratio = difference === 0 ? 0 : difference / tolerance;
    if (!(ratio > worstRatio) && !Number.isNaN(ratio)) continue;
    worstRatio = Number.isNaN(ratio) ? Number.POSITIVE_INFINITY : ratio;
    worst = { status: difference <= tolerance ? 'pass' : 'fail', difference, at: leaf.path };
  }
  return worst;
}

interface Leaf {
  readonly path: string;
  readonly expected: Json;
  readonly actual: unknown;
}

function* leaves(expected: Json, actual: unknown, path: string): Generator<Leaf> {
  if (expected !== null && typeof expected === 'object') {
    for (const [key, value] of Object.entries(expected)) {
      const inside =
        actual !== null && typeof actual === 'object' ? Reflect.get(actual, key) : undefined;
      yield* leaves(value, inside, path === '' ? key : `${path}.${key}`);
    }
    return;
  }
  yield { path, expected, actual };
}

function leafDifference(
  { expected, actual }: Leaf,
  options: { readonly relative: boolean; readonly shift: number },
): number {
  if (typeof expected !== 'number') return expected === actual ? 0 : Number.POSITIVE_INFINITY;
  if (typeof actual !== 'number' || Number.isNaN(actual)) return Number.POSITIVE_INFINITY;
  const gap = Math.abs(actual - options.shift - expected);
  return options.relative && expected !== 0 ? gap / Math.abs(expected) : gap;
}

function meanShift(outcome: Outcome, expected: JsonObject): number {
  const gaps = Object.entries(expected).map(([key, value]) => Number(outcome[key]) - Number(value));
  return gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
}

function lastDigit(printed: number): number {
  const decimals = /\.(\d+)$/.exec(String(printed))?.[1]?.length ?? 0;
  return decimals === 0 ? 0 : 0.6 * 10 ** -decimals;
}
