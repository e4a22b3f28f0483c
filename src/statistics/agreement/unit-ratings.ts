import type { Label } from '../intervals/clusters.ts';
import type { Warning } from '../intervals/estimate.ts';
import { categoryValues } from './weights.ts';

/**
 * Ratings of the units that have two or more, packed: unit u holds codes[offsets[u] ..
 * offsets[u+1]), each a place in `values`. Single ratings cannot disagree and are left out.
 */
export interface UnitRatings {
  readonly values: Float64Array;
  readonly offsets: Int32Array;
  readonly codes: Int32Array;
  /** The original number of each packed unit. */
  readonly units: Int32Array;
  /** How often each value occurs among the packed ratings. */
  readonly frequencies: Float64Array;
  readonly warnings: readonly Warning[];
}

export interface CodedColumns {
  readonly unit: ArrayLike<number>;
  readonly units: number;
  /** Place of each rating among the categories; negative where it is not a category. */
  readonly code: Int32Array;
  readonly categories: readonly Label[];
}

/** From columns in any order: the unit number (0..units−1) and category of each rating. */
export function packCodes({ unit, units, code, categories }: CodedColumns): UnitRatings {
  const sizes = new Int32Array(units);
  for (let i = 0; i < unit.length; i += 1) {
    const u = unit[i] ?? -1;
    if ((code[i] ?? -1) >= 0 && u >= 0 && u < units) sizes[u] = (sizes[u] ?? 0) + 1;
  }
  const place = new Int32Array(units);
  const offsets = new Int32Array(units + 1);
  const numbers = new Int32Array(units);
  let packed = 0;
  let total = 0;
  for (let u = 0; u < units; u += 1) {
    const size = sizes[u] ?? 0;
    place[u] = size < 2 ? -1 : total;
    if (size < 2) continue;
    total += size;
    numbers[packed] = u;
    packed += 1;
    offsets[packed] = total;
  }
  const codes = new Int32Array(total);
  let hasFault = false;
  for (let i = 0; i < unit.length; i += 1) {
    const at = place[unit[i] ?? -1] ?? -1;
    const own = code[i] ?? -1;
    if (own < 0) hasFault = true;
    if (at < 0 || own < 0) continue;
    codes[at] = own;
    place[unit[i] ?? 0] = at + 1;
  }
  const warnings: readonly Warning[] = hasFault ? ['non_finite_excluded'] : [];
  return {
    ...scaled(categories, codes),
    offsets: offsets.subarray(0, packed + 1),
    units: numbers.subarray(0, packed),
    warnings,
  };
}

/** The same ratings on another scale: each category becomes the one at its place in `codeOf`. */
export function recodeRatings(
  input: UnitRatings,
  { categories, codeOf }: { readonly categories: readonly Label[]; readonly codeOf: Int32Array },
): UnitRatings {
  const codes = new Int32Array(input.codes.length);
  for (let i = 0; i < codes.length; i += 1) codes[i] = codeOf[input.codes[i] ?? 0] ?? 0;
  return { ...input, ...scaled(categories, codes) };
}

function scaled(categories: readonly Label[], codes: Int32Array) {
  return {
    values: Float64Array.from(categoryValues(categories)),
    codes,
    frequencies: countCodes(codes, categories.length),
  };
}

function countCodes(codes: Int32Array, size: number): Float64Array {
  const frequencies = new Float64Array(size);
  for (let i = 0; i < codes.length; i += 1) {
    const code = codes[i] ?? 0;
    frequencies[code] = (frequencies[code] ?? 0) + 1;
  }
  return frequencies;
}
