import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createRandom } from '../../../src/statistics/numerics/random.ts';

/** Set PROPERTY_SEED to explore; the seed in use is printed, so that a failure can be repeated. */
const seed = Number(process.env['PROPERTY_SEED'] ?? 20_250_601);
console.log(`property seed ${seed}`);
export const check = <T>(property: fc.IProperty<T>, numRuns = 60): void =>
  fc.assert(property, { seed, numRuns });

export interface Vote {
  readonly first: number;
  readonly second: number;
  readonly outcome: number;
  readonly case: number;
  readonly annotator: number;
}

export const VARIANTS = 4;
export const CASES = 12;
const voteArbitrary: fc.Arbitrary<Vote> = fc
  .record({
    first: fc.nat(VARIANTS - 1),
    step: fc.integer({ min: 1, max: VARIANTS - 1 }),
    outcome: fc.nat(3),
    case: fc.nat(CASES - 1),
    annotator: fc.nat(4),
  })
  .map(({ step, ...vote }) => ({ ...vote, second: (vote.first + step) % VARIANTS }));
export const votesArbitrary = fc.array(voteArbitrary, { minLength: 20, maxLength: 120 });

export function swapped(vote: Vote): Vote {
  const outcome = vote.outcome === 0 ? 1 : vote.outcome === 1 ? 0 : vote.outcome;
  return { ...vote, first: vote.second, second: vote.first, outcome };
}

export function points(vote: Vote): number {
  return vote.outcome === 0 ? 1 : vote.outcome === 1 ? 0 : 0.5;
}

export function shuffled<T>(list: readonly T[], key: number): T[] {
  const random = createRandom(key);
  return list
    .map((item) => ({ item, place: random.bits() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

export function sameNumbers(a: readonly number[], b: readonly number[]): void {
  assert.equal(a.length, b.length);
  a.forEach((value, i) => {
    const other = b[i] ?? Number.NaN;
    const scale = Math.max(1, Math.abs(value));
    assert.ok(Math.abs(value - other) <= 1e-9 * scale, `${value} is not ${other}`);
  });
}

export interface WithInterval {
  readonly estimate: number | null;
  readonly interval: { readonly low: number; readonly high: number } | null;
}

export function containsEstimate({ estimate, interval }: WithInterval): void {
  if (estimate === null || interval === null) return;
  assert.ok(
    interval.low <= estimate && estimate <= interval.high,
    `${estimate} outside its interval`,
  );
}

export function nested(inner: WithInterval['interval'], outer: WithInterval['interval']): void {
  if (inner === null || outer === null) return;
  assert.ok(outer.low <= inner.low + 1e-12 && inner.high <= outer.high + 1e-12);
}
