import {
  confidenceOf,
  optionWarnings,
  type Warning,
  warningList,
} from '../../../src/statistics/intervals/estimate.ts';
import { type Matrix, multiplyVector } from '../../../src/statistics/numerics/linalg.ts';
import {
  type Ability,
  describeAbility,
  moveOrigin,
} from '../../../src/statistics/pairwise/ability-fit.ts';
import { pairRowsFrom } from '../../../src/statistics/pairwise/aggregate.ts';
import { connectivity } from '../../../src/statistics/pairwise/connectivity.ts';
import { type Choice, choiceScore, fitChoices } from './plackett-luce-fit.ts';

export interface RankedSet {
  /** Best first; variants in one inner list are tied. */
  readonly ranking: readonly (readonly number[])[];
  /** Other variants that were shown and are all below the ranked ones, in no order. */
  readonly rest?: readonly number[] | undefined;
  readonly count?: number | undefined;
}

export interface PlackettLuceOptions {
  /** Wins and losses of each variant against the ghost; 0.5 by default, 0 for maximum likelihood. */
  readonly ghost?: number | undefined;
  readonly origin?: 'mean' | 'ghost' | number | undefined;
  readonly confidence?: number | undefined;
}

export interface PlackettLuce {
  readonly method: string;
  readonly n: number;
  readonly nClusters: number;
  readonly warnings: readonly Warning[];
  readonly abilities: readonly Ability[] | null;
  /** Covariance of the abilities under the origin. */
  readonly covariance: Matrix | null;
  /** log δ_k of each tie order k that occurs. */
  readonly ties: readonly {
    readonly order: number;
    readonly logDelta: number;
    readonly standardError: number;
  }[];
  readonly logLikelihood: number | null;
  /** Influence of each input row on the abilities; add rows of one case to cluster by case. */
  readonly influence: readonly Float64Array[];
}

/**
 * Question: which of n shown variants is best, from picks or (partial) rankings? Estimator:
 * Plackett–Luce, log P(w | S) = b_w − log Σ_S e^{b_j}, multiplied over the remaining sets; ties as in
 * Davidson's form (δ_k times the geometric mean of the tied worths). One pick is one observation, never
 * n − 1 pairwise wins: that would shrink the errors by √(n/2). Ghost prior by default. Assumes that the
 * choice between two variants does not depend on the others shown. References: Luce 1959; Plackett 1975;
 * Turner et al. 2020. Cost: distinct sets × subsets up to the largest tie per Newton step.
 */
export function plackettLuce(
  rows: readonly RankedSet[],
  variants: number,
  options: PlackettLuceOptions = {},
): PlackettLuce {
  const ghost = options.ghost ?? 0.5;
  const method = `plackett-luce.${ghost > 0 ? 'ghost' : 'mle'}`;
  const usable = rows.map((row) => validRow(row, variants));
  const choices = usable.map((row) => (row === null ? [] : choicesOf(row)));
  const all = choices.flat();
  const n = usable.reduce((sum, row) => sum + (row?.count ?? (row === null ? 0 : 1)), 0);
  const graph = connectivity(pairRowsFrom(all.flatMap(comparisons), variants));
  const faulty: readonly Warning[] = usable.includes(null) ? ['non_finite_excluded'] : [];
  const apart: readonly Warning[] = graph.groups.length > 1 ? ['not_connected'] : [];
  const base = { method, n, nClusters: n };
  const none = { abilities: null, covariance: null, ties: [], logLikelihood: null, influence: [] };
  if (all.length === 0) return { ...base, ...none, warnings: warningList(faulty, ['no_data']) };
  const fit = ghost > 0 || graph.mleExists ? fitChoices(all, variants, ghost) : null;
  if (fit === null)
    return { ...base, ...none, warnings: warningList(faulty, apart, ['not_identified']) };
  const moved = moveOrigin(fit, options.origin ?? 'mean');
  const confidence = confidenceOf(options);
  const size = fit.parameters.length;
  return {
    ...base,
    warnings: warningList(
      faulty,
      apart,
      fit.converged ? [] : ['not_converged'],
      optionWarnings(options),
    ),
    abilities: moved.abilities.map((b, i) =>
      describeAbility(b, moved.covariance[i * variants + i] ?? 0, confidence),
    ),
    covariance: moved.covariance,
    ties: fit.orders.map((order, t) => {
      const at = variants + t;
      const variance = fit.covariance[at * size + at] ?? 0;
      return {
        order,
        logDelta: fit.parameters[at] ?? 0,
        standardError: Math.sqrt(Math.max(0, variance)),
      };
    }),
    logLikelihood: fit.logLikelihood,
    influence: choices.map((own) => {
      const score = new Float64Array(size);
      for (const choice of own) choiceScore(choice, fit, score);
      return multiplyVector(fit.covariance, size, score).subarray(0, variants);
    }),
  };
}

function validRow(row: RankedSet, variants: number): RankedSet | null {
  const shown = [...row.ranking.flat(), ...(row.rest ?? [])];
  const known = shown.every((v) => Number.isInteger(v) && v >= 0 && v < variants);
  const count = row.count ?? 1;
  const valid =
    known && new Set(shown).size === shown.length && Number.isFinite(count) && count > 0;
  return valid ? row : null;
}

/** One choice per step of the ranking, from the variants not yet placed. */
function choicesOf({ ranking, rest, count }: RankedSet): readonly Choice[] {
  const choices: Choice[] = [];
  const groups = ranking.filter((group) => group.length > 0);
  for (let g = 0; g < groups.length; g += 1) {
    const chosen = groups[g] ?? [];
    const set = [...groups.slice(g).flat(), ...(rest ?? [])].sort((a, b) => a - b);
    if (set.length > 1) choices.push({ set, chosen, count: count ?? 1 });
  }
  return choices;
}

function comparisons({ set, chosen, count }: Choice) {
  const rows = [];
  for (const first of chosen) {
    for (const second of set) {
      if (first === second) continue;
      const tied = chosen.includes(second);
      rows.push({
        first,
        second,
        firstWins: tied ? 0 : count,
        secondWins: 0,
        ties: tied ? count : 0,
      });
    }
  }
  return rows;
}
