import type { ResultStatistics } from '../../../contract/results/results.ts';

type Difference = Pick<
  NonNullable<ResultStatistics['several_variants']>['differences'][number],
  'variant' | 'against' | 'known'
>;

/** What is settled about several variants, best first. */
export interface KnownOrder {
  /** Variants that no other is known to beat. */
  readonly top: readonly string[];
  /** The others, grouped by the top variants that are known to be better. */
  readonly below: readonly {
    readonly variants: readonly string[];
    readonly than: readonly string[];
  }[];
  /** By their own comparison: what follows from others is not enough for a verdict. */
  readonly isFoundBetter: (one: string, other: string) => boolean;
  readonly areEquivalent: (one: string, other: string) => boolean;
}

/**
 * All comparisons hold together, so the order includes what follows from them: a > b > c, so a > c.
 */
export function knownOrder(
  ranked: readonly string[],
  differences: readonly Difference[],
): KnownOrder {
  const worse = worseThanEach(ranked, differences);
  const isBetter = (one: string, other: string): boolean => worse.get(one)?.has(other) ?? false;
  const top = ranked.filter((id) => !ranked.some((other) => isBetter(other, id)));
  const groups = new Map<string, { variants: string[]; than: readonly string[] }>();
  for (const id of ranked.filter((one) => !top.includes(one))) {
    const than = top.filter((one) => isBetter(one, id));
    const group = groups.get(than.join()) ?? { variants: [], than };
    groups.set(than.join(), group);
    group.variants.push(id);
  }
  return {
    top,
    below: [...groups.values()],
    isFoundBetter: (one, other) =>
      differences.some(
        ({ variant, against, known }) =>
          (known === 'better' && variant === one && against === other) ||
          (known === 'worse' && variant === other && against === one),
      ),
    areEquivalent: (one, other) =>
      differences.some(
        ({ variant, against, known }) =>
          known === 'equivalent' &&
          ((variant === one && against === other) || (variant === other && against === one)),
      ),
  };
}

function worseThanEach(
  ranked: readonly string[],
  differences: readonly Difference[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const worse = new Map(ranked.map((id) => [id, new Set<string>()]));
  for (const { variant, against, known } of differences) {
    if (known === 'better') worse.get(variant)?.add(against);
    if (known === 'worse') worse.get(against)?.add(variant);
  }
  for (const middle of ranked) {
    for (const own of worse.values()) {
      if (own.has(middle)) for (const id of worse.get(middle) ?? []) own.add(id);
    }
  }
  return worse;
}
