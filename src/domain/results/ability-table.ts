import {
  clusteredContrasts,
  clusterInfluence,
} from '../../statistics/intervals/clustered-covariance.ts';
import type { Warning } from '../../statistics/intervals/estimate.ts';
import type { Connectivity } from '../../statistics/pairwise/connectivity.ts';
import { davidson } from '../../statistics/pairwise/davidson.ts';
import type { CleanStudy } from './clean-study.ts';
import type { CountedVotes } from './vote-clusters.ts';

/** Two variants as (variant, against), the earlier one second. */
export type VariantPair = readonly [number, number];

/** One scale for all variants, whichever model made it. */
export interface AbilityTable {
  readonly method: string;
  readonly n: number;
  readonly warnings: readonly Warning[];
  /** In logits, with mean zero; null when the judgements do not determine them. */
  readonly abilities: readonly number[] | null;
  /** Groups of variants whose differences the judgements determine without a prior. */
  readonly strongGroups: Connectivity['strongGroups'];
  /** Influence of each judged case on the abilities. */
  readonly influence: readonly Float64Array[];
  /** Differences of the pairs asked for, with clustered errors. */
  readonly contrasts: readonly AbilityContrast[];
}

export interface AbilityContrast {
  readonly pair: VariantPair;
  readonly estimate: number;
  readonly standardError: number | null;
  readonly df: number | null;
  readonly warnings: readonly Warning[];
}

/** Davidson's model of the votes on pairs: ties are an outcome of their own. */
export function abilitiesFromPairs(
  study: CleanStudy,
  { rows, clusters }: CountedVotes,
  pairs: readonly VariantPair[],
): AbilityTable {
  const fit = davidson(rows);
  const { solution } = fit;
  const { strongGroups } = fit.connectivity;
  const base = { method: fit.method, n: fit.n, warnings: fit.warnings, strongGroups };
  if (solution === null || fit.abilities === null) {
    return { ...base, abilities: null, influence: [], contrasts: [] };
  }
  const size = study.variants.length;
  const vectors = pairs.map(([variant, against]) => {
    const contrast = new Float64Array(solution.parameters.length);
    contrast[variant] = 1;
    contrast[against] = -1;
    return contrast;
  });
  const contrasts = clusteredContrasts(solution, vectors, {
    clusters,
    confidence: study.settings.level,
  });
  return {
    ...base,
    abilities: fit.abilities.map(({ estimate }) => estimate),
    influence: clusterInfluence(solution, clusters.cases).map((psi) => psi.subarray(0, size)),
    contrasts: contrasts.map(({ estimate, standardError, df, warnings }, c) => ({
      pair: pairs[c] ?? [0, 0],
      estimate: estimate ?? 0,
      standardError,
      df,
      warnings,
    })),
  };
}
