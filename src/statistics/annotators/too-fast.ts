import { medianOf } from '../numerics/quantile.ts';

/** What one annotator read, and how long it took: one entry per judgement, NaN where not known. */
export interface ReadingTimes {
  readonly seconds: Float64Array;
  /** Bytes of the outputs shown. */
  readonly bytes: Float64Array;
}

export interface TooFast {
  /** Median seconds per judgement, and the median of the seconds needed. */
  readonly seconds: number;
  readonly needed: number;
  /** Judgements that took less than needed, and all timed judgements. */
  readonly count: number;
  readonly of: number;
}

/** Careful readers manage four words a second, skimmers eight: 15 is out of reach. */
export const WORDS_PER_SECOND = 15;
const BYTES_PER_WORD = 6;
/** The time to notice the next task and press a key. */
const FLOOR_SECONDS = 0.5;
const LEAST = 10;

/**
 * Question: which annotators cannot have read what they judged? A judgement needs half a second
 * plus the words shown at 15 a second, a word being six bytes; marked when more than half of at
 * least ten timed judgements took less than needed. Judgements of unknown length need half a
 * second. Cost: linear.
 */
export function tooFast({ seconds, bytes }: ReadingTimes): TooFast | null {
  const taken: number[] = [];
  const needed: number[] = [];
  let hasty = 0;
  for (let row = 0; row < seconds.length; row += 1) {
    const own = seconds[row] ?? Number.NaN;
    if (!(own >= 0 && Number.isFinite(own))) continue;
    const least = neededSeconds(bytes[row] ?? Number.NaN);
    taken.push(own);
    needed.push(least);
    if (own < least) hasty += 1;
  }
  if (taken.length < LEAST || 2 * hasty <= taken.length) return null;
  return {
    seconds: medianOf(Float64Array.from(taken)),
    needed: medianOf(Float64Array.from(needed)),
    count: hasty,
    of: taken.length,
  };
}

function neededSeconds(bytes: number): number {
  const words = bytes > 0 ? bytes / BYTES_PER_WORD : 0;
  return FLOOR_SECONDS + words / WORDS_PER_SECOND;
}
