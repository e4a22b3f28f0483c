/** The variants that one task shows, by their places in the evaluation. */
export interface TaskVariants {
  readonly first: number;
  /** Null where a single output is scored. */
  readonly second: number | null;
}

export interface DesignRequest {
  readonly kind: 'comparison' | 'scoring';
  readonly variantCount: number;
  /** Used with three or more variants; null for all pairs. */
  readonly pairsPerScenario: number | null;
}

/**
 * The `set`-th set of tasks. Where only some pairs are compared, the sets cycle through the list of
 * all pairs, so over any number of sets the counts of two pairs differ by at most one.
 */
export function tasksOfScenario(request: DesignRequest, set: number): readonly TaskVariants[] {
  if (request.kind === 'scoring') {
    return Array.from({ length: request.variantCount }, (_, first) => ({ first, second: null }));
  }
  const pairs = pairsOf(request);
  const count = Math.min(request.pairsPerScenario ?? pairs.length, pairs.length);
  const start = (set * count) % pairs.length;
  return Array.from({ length: count }, (_, index) => {
    const [first, second] = pairs[(start + index) % pairs.length] ?? [0, 1];
    return { first, second };
  });
}

export function tasksPerScenario(request: DesignRequest): number {
  return tasksOfScenario(request, 0).length;
}

/**
 * All pairs, in the rounds of a tournament (circle method): pairs of one round share no variant, so
 * a few pairs already cover many variants.
 */
export function pairsOf({
  variantCount: count,
}: Pick<DesignRequest, 'variantCount'>): readonly (readonly [number, number])[] {
  const seats = count % 2 === 0 ? count : count + 1;
  const pairs: [number, number][] = [];
  for (let round = 0; round < seats - 1; round += 1) {
    for (let table = 0; table < seats / 2; table += 1) {
      const left = table === 0 ? seats - 1 : (round + table) % (seats - 1);
      const right = (round - table + seats - 1) % (seats - 1);
      if (left >= count || right >= count) continue;
      pairs.push(left < right ? [left, right] : [right, left]);
    }
  }
  return pairs;
}
