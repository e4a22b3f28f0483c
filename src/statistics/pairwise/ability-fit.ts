import {
  confidenceOf,
  type Estimate,
  type Interval,
  interval,
  optionWarnings,
  type Warning,
  warningList,
} from '../intervals/estimate.ts';
import { normalCritical } from '../numerics/distributions.ts';
import type { Matrix } from '../numerics/linalg.ts';
import { type PairRows, voteCount } from './aggregate.ts';
import { type Connectivity, connectivity } from './connectivity.ts';
import { fitPairwise, type PairwiseSolution } from './pairwise-fit.ts';
import type { PairwiseModel } from './pairwise-model.ts';

/** The origin of abilities: the mean of all variants, the ghost opponent, or one variant. */
export type Origin = 'mean' | 'ghost' | number;

export interface AbilityOptions {
  /**
   * Wins and losses of each variant against the ghost; 0.5 by default, 0 for maximum likelihood.
   */
  readonly ghost?: number | undefined;
  readonly position?: 'fit' | 'ignore' | undefined;
  readonly origin?: Origin | undefined;
  readonly confidence?: number | undefined;
}

export interface Ability {
  readonly estimate: number;
  readonly standardError: number;
  readonly interval: Interval | null;
}

export interface Parameter extends Estimate {
  readonly standardError: number | null;
}

export interface AbilityFit {
  readonly method: string;
  readonly n: number;
  readonly nClusters: number;
  readonly warnings: readonly Warning[];
  /** One per variant, against the origin; null when not identified. */
  readonly abilities: readonly Ability[] | null;
  /** Covariance of the abilities under the origin, variants × variants. */
  readonly covariance: Matrix | null;
  /** Advantage in logits of being shown first, when fitted. */
  readonly position: Parameter | null;
  /** log ν (Davidson), when fitted. */
  readonly tie: Parameter | null;
  readonly logLikelihood: number | null;
  readonly connectivity: Connectivity;
  /** The raw fit, for clustered covariances and contrasts. */
  readonly solution: PairwiseSolution | null;
}

/** Fits one of the pairwise models and reports it. */
export function fitAbilities(
  rows: PairRows,
  model: PairwiseModel,
  options: AbilityOptions = {},
): AbilityFit {
  const n = voteCount(rows);
  const graph = connectivity(rows);
  const ghost = options.ghost ?? 0.5;
  const method = `${model.name}.${ghost > 0 ? 'ghost' : 'mle'}`;
  const found = graphWarnings(rows, n, graph);
  const identified = ghost > 0 || graph.mleExists;
  const solution =
    n > 0 && rows.variants > 1 && identified
      ? fitPairwise(rows, model, {
          ghost,
          position: options.position ?? 'ignore',
        })
      : null;
  const base = { method, n, nClusters: n, connectivity: graph, solution };
  if (solution === null) {
    const warnings = warningList(found, n > 0 ? ['not_identified'] : [], optionWarnings(options));
    const nothing = { abilities: null, covariance: null, position: null, tie: null };
    return { ...base, ...nothing, warnings, logLikelihood: null };
  }
  const confidence = confidenceOf(options);
  const moved = moveOrigin(solution, options.origin ?? 'mean');
  const runaway = positionRunsAway(solution);
  const warnings = warningList(
    found,
    runaway ? ['not_identified'] : [],
    solution.converged ? [] : ['not_converged'],
    optionWarnings(options),
  );
  return {
    ...base,
    warnings,
    abilities: moved.abilities.map((estimate, i) =>
      describeAbility(estimate, moved.covariance[i * rows.variants + i] ?? 0, confidence),
    ),
    covariance: moved.covariance,
    position: runaway ? null : parameter(solution, solution.positionIndex, { confidence, n }),
    tie: parameter(solution, solution.tieIndex, { confidence, n }),
    logLikelihood: solution.logLikelihood,
  };
}

/** Where every first place won (or lost), the effect grows without end: 20 logits count as that. */
function positionRunsAway({ parameters, positionIndex }: PairwiseSolution): boolean {
  return positionIndex !== null && Math.abs(parameters[positionIndex] ?? 0) > 20;
}

interface MovedAbilities {
  readonly abilities: readonly number[];
  readonly covariance: Matrix;
}

/** b − T b and its covariance, where T is the mean or selects one variant. */
export function moveOrigin(
  solution: Pick<PairwiseSolution, 'variants' | 'parameters' | 'covariance'>,
  origin: Origin,
): MovedAbilities {
  const k = solution.variants;
  const total = solution.parameters.length;
  const weights = new Float64Array(k);
  if (origin === 'mean') weights.fill(1 / k);
  if (typeof origin === 'number') weights[origin] = 1;
  const shift = weights.reduce((sum, w, i) => sum + w * (solution.parameters[i] ?? 0), 0);
  const v = solution.covariance;
  const rowShift = new Float64Array(k);
  let common = 0;
  for (let i = 0; i < k; i += 1) {
    for (let j = 0; j < k; j += 1) {
      rowShift[i] = (rowShift[i] ?? 0) + (weights[j] ?? 0) * (v[i * total + j] ?? 0);
    }
  }
  for (let i = 0; i < k; i += 1) common += (weights[i] ?? 0) * (rowShift[i] ?? 0);
  const covariance = new Float64Array(k * k);
  for (let i = 0; i < k; i += 1) {
    for (let j = 0; j < k; j += 1) {
      covariance[i * k + j] =
        (v[i * total + j] ?? 0) - (rowShift[i] ?? 0) - (rowShift[j] ?? 0) + common;
    }
  }
  return {
    abilities: Array.from({ length: k }, (_, i) => (solution.parameters[i] ?? 0) - shift),
    covariance,
  };
}

function graphWarnings(rows: PairRows, n: number, graph: Connectivity): readonly Warning[] {
  if (n === 0) return ['no_data'];
  const warnings: Warning[] = [];
  if (graph.groups.length > 1) warnings.push('not_connected');
  const ties = rows.ties.reduce((sum, count) => sum + count, 0);
  if (ties === n) warnings.push('all_ties');
  return warnings;
}

export function describeAbility(estimate: number, variance: number, confidence: number): Ability {
  const standardError = Math.sqrt(Math.max(0, variance));
  const half = normalCritical(confidence) * standardError;
  return {
    estimate,
    standardError,
    interval: interval(estimate - half, estimate + half, confidence),
  };
}

function parameter(
  solution: PairwiseSolution,
  index: number | null,
  { confidence, n }: { readonly confidence: number; readonly n: number },
): Parameter | null {
  if (index === null) return null;
  const size = solution.parameters.length;
  const variance = solution.covariance[index * size + index] ?? 0;
  const name = index === solution.positionIndex ? 'position-effect' : solution.model.tieParameter;
  return {
    ...describeAbility(solution.parameters[index] ?? 0, variance, confidence),
    method: `${solution.model.name}.${name}`,
    n,
    nClusters: n,
    warnings: [],
  };
}
