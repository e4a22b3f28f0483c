import type { ResultEstimate } from '../../contract/results/result-estimates.ts';
import type { SeveralVariants } from '../../contract/results/results.ts';
import { areComparable } from '../../statistics/pairwise/connectivity.ts';
import type { AbilityTable } from './ability-table.ts';
import { resultWarnings } from './present-estimate.ts';

/**
 * Where a variant won (or lost) every comparison with the others, its distance from them has no end, and
 * what the fit gives comes from its prior. Such abilities and differences are not shown; those of the
 * largest group that the judgements hold together are, around the mean of that group.
 */
export function hidePrior(block: SeveralVariants, table: AbilityTable): SeveralVariants {
  const { strongGroups, abilities } = table;
  if (abilities === null || strongGroups.length <= 1) return block;
  const largest = strongGroups.reduce((most, group) => (group.length > most.length ? group : most));
  const shown = largest.length > 1 ? largest : [];
  const centre = shown.reduce((sum, i) => sum + (abilities[i] ?? 0), 0) / shown.length;
  const place = new Map(block.variants.map(({ variant }, i) => [variant, i]));
  const placeOf = (id: string): number => place.get(id) ?? -1;
  return {
    ...block,
    warnings: resultWarnings(block.warnings, ['not_identified']),
    variants: block.variants.map((variant, i) => ({
      ...variant,
      ability: shown.includes(i) ? shifted(variant.ability, -centre) : unknown(variant.ability),
    })),
    differences: block.differences.map((one) =>
      areComparable(table, placeOf(one.variant), placeOf(one.against))
        ? one
        : {
            ...one,
            difference: unknown(one.difference),
            adjusted_p: null,
            always_valid: unknown(one.always_valid),
          },
    ),
  };
}

function unknown(estimate: ResultEstimate): ResultEstimate {
  const warnings = resultWarnings(estimate.warnings, ['not_identified']);
  return { ...estimate, estimate: null, interval: null, warnings };
}

function shifted(found: ResultEstimate, by: number): ResultEstimate {
  const { estimate, interval } = found;
  return {
    ...found,
    estimate: estimate === null ? null : estimate + by,
    interval: interval && { ...interval, low: interval.low + by, high: interval.high + by },
  };
}
