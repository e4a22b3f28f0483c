import { randomInt } from 'node:crypto';

export interface SeededRandom {
  /** A whole number from `low` to `high`, both included. */
  readonly between: (low: number, high: number) => number;
  readonly pick: <Item>(items: readonly Item[]) => Item;
}

/** Repeatable random choices: `TEST_SEED=… node --test FILE`. */
export function seededRandom(purpose: string): SeededRandom {
  const seed = Number(process.env['TEST_SEED'] ?? randomInt(2 ** 31));
  console.log(`${purpose}: TEST_SEED=${seed}`);
  let state = seed;
  // Mulberry32: 32 bits of state are plenty for choosing instants and targets.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    between,
    pick: (items) => {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new Error('There is nothing to pick from.');
      return item;
    },
  };
}
