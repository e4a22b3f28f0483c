import { createRandom, type Random } from '../../statistics/random.ts';

/**
 * The turn of each scenario by its position: a random order that belongs to the evaluation, so that
 * whatever is judged first is a fair sample of the test set.
 */
export function scenarioTurns(evaluationId: string, count: number): Int32Array {
  return shuffled(count, createRandom(seedOf(evaluationId)));
}

/** The last 48 bits of an id, which are random. */
function seedOf(id: string): number {
  return Number.parseInt(id.slice(-12), 16);
}

/** The numbers 0 … count − 1 in random order (Fisher–Yates). */
function shuffled(count: number, random: Random): Int32Array {
  const order = Int32Array.from({ length: count }, (_, index) => index);
  for (let last = count - 1; last > 0; last -= 1) {
    const chosen = random.below(last + 1);
    const value = order[last] ?? 0;
    order[last] = order[chosen] ?? 0;
    order[chosen] = value;
  }
  return order;
}
