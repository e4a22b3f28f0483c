import {
  cholesky,
  choleskySolve,
  invertSymmetric,
  type Matrix,
} from '../../../src/statistics/numerics/linalg.ts';
import { logSigmoid, sigmoid } from '../../../src/statistics/pairwise/pairwise-model.ts';

/** `chosen` (one variant, or several tied) was best of `set`. */
export interface Choice {
  readonly set: readonly number[];
  readonly chosen: readonly number[];
  readonly count: number;
}

export interface ChoiceFit {
  /** Abilities, then log δ of each tie order. */
  readonly parameters: Float64Array;
  readonly covariance: Matrix;
  readonly orders: readonly number[];
  readonly variants: number;
  readonly logLikelihood: number;
  readonly converged: boolean;
}

/**
 * Newton for the choice model as an exponential family: each possible outcome C of a set has the feature
 * vector "share 1/|C| of each member, plus one for its tie order". Sets are pooled, so cost depends on
 * distinct sets, not on rows. Without a ghost variant 0 is fixed at 0. Null when singular.
 */
export function fitChoices(
  choices: readonly Choice[],
  variants: number,
  ghost: number,
): ChoiceFit | null {
  const orders = [...new Set(choices.map((choice) => choice.chosen.length))]
    .filter((order) => order > 1)
    .sort((a, b) => a - b);
  const problem = pool(choices, { variants, orders, ghost });
  let parameters = new Float64Array(variants + orders.length);
  orders.forEach((_, t) => {
    parameters[variants + t] = -1;
  });
  let state = evaluate(parameters, problem);
  for (let iteration = 0; iteration < 200; iteration += 1) {
    const lower = cholesky(state.information, parameters.length);
    if (lower === null) return null;
    const raw = choleskySolve(lower, parameters.length, state.gradient);
    const largest = raw.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    let scale = largest > 1 ? 1 / largest : 1;
    let next = evaluate(moved(parameters, raw, scale), problem);
    while (next.objective < state.objective - 1e-12 * Math.abs(state.objective) && scale > 1e-12) {
      scale /= 2;
      next = evaluate(moved(parameters, raw, scale), problem);
    }
    parameters = moved(parameters, raw, scale);
    state = next;
    if (largest * scale < 1e-10) return finish(parameters, state, problem);
  }
  return finish(parameters, state, problem, 'stopped');
}

/** Adds the score of one choice at the fit. */
export function choiceScore(choice: Choice, fit: ChoiceFit, into: Float64Array): void {
  const mean = setMoments(choice.set, fit.parameters, fit).mean;
  addFeature(into, choice.chosen, { ...fit, weight: choice.count });
  for (const [index, value] of mean) into[index] = (into[index] ?? 0) - choice.count * value;
}

interface Shape {
  readonly variants: number;
  readonly orders: readonly number[];
}

interface Problem extends Shape {
  readonly ghost: number;
  readonly statistics: Float64Array;
  readonly sets: readonly { readonly set: readonly number[]; readonly count: number }[];
}

function pool(choices: readonly Choice[], shape: Shape & { readonly ghost: number }): Problem {
  const statistics = new Float64Array(shape.variants + shape.orders.length);
  const sets = new Map<string, { set: readonly number[]; count: number }>();
  for (const { set, chosen, count } of choices) {
    const key = set.join();
    const entry = sets.get(key) ?? { set, count: 0 };
    entry.count += count;
    sets.set(key, entry);
    addFeature(statistics, chosen, { ...shape, weight: count });
  }
  return { ...shape, statistics, sets: [...sets.values()] };
}

function addFeature(
  into: Float64Array,
  members: readonly number[],
  { variants, orders, weight }: Shape & { readonly weight: number },
): void {
  for (const i of members) into[i] = (into[i] ?? 0) + weight / members.length;
  const order = orders.indexOf(members.length);
  if (order >= 0) into[variants + order] = (into[variants + order] ?? 0) + weight;
}

interface State {
  readonly objective: number;
  readonly logLikelihood: number;
  readonly gradient: Float64Array;
  readonly information: Matrix;
}

function evaluate(parameters: Float64Array, problem: Problem): State {
  const size = parameters.length;
  const gradient = Float64Array.from(problem.statistics);
  const information = new Float64Array(size * size);
  let logLikelihood = problem.statistics.reduce((sum, s, i) => sum + s * (parameters[i] ?? 0), 0);
  for (const { set, count } of problem.sets) {
    const { logTotal, mean, outer } = setMoments(set, parameters, problem);
    logLikelihood -= count * logTotal;
    for (const [i, value] of mean) {
      gradient[i] = (gradient[i] ?? 0) - count * value;
      for (const [j, other] of mean) {
        information[i * size + j] = (information[i * size + j] ?? 0) - count * value * other;
      }
    }
    for (const [key, value] of outer) information[key] = (information[key] ?? 0) + count * value;
  }
  const prior = addPrior({ gradient, information }, parameters, problem);
  return { objective: logLikelihood + prior, logLikelihood, gradient, information };
}

function addPrior(
  { gradient, information }: Pick<State, 'gradient' | 'information'>,
  parameters: Float64Array,
  { ghost, variants }: Problem,
): number {
  const size = parameters.length;
  if (!(ghost > 0)) {
    // Fixes variant 0: its row and column become those of the identity.
    for (let j = 0; j < size; j += 1) {
      information[j] = 0;
      information[j * size] = 0;
    }
    information[0] = 1;
    gradient[0] = 0;
    return 0;
  }
  let objective = 0;
  for (let i = 0; i < variants; i += 1) {
    const b = parameters[i] ?? 0;
    const p = sigmoid(b);
    objective += ghost * (logSigmoid(b) + logSigmoid(-b));
    gradient[i] = (gradient[i] ?? 0) + ghost * (1 - 2 * p);
    information[i * size + i] = (information[i * size + i] ?? 0) + 2 * ghost * p * (1 - p);
  }
  return objective;
}

interface Moments {
  readonly logTotal: number;
  readonly mean: ReadonlyMap<number, number>;
  /** E[x xᵀ] by flat index. */
  readonly outer: ReadonlyMap<number, number>;
}

function setMoments(set: readonly number[], parameters: Float64Array, shape: Shape): Moments {
  const size = parameters.length;
  const outcomes = [1, ...shape.orders]
    .filter((order) => order <= set.length)
    .flatMap((order) => subsets(set, order));
  const logs = outcomes.map((members) => {
    const order = shape.orders.indexOf(members.length);
    const tie = order >= 0 ? (parameters[shape.variants + order] ?? 0) : 0;
    return tie + members.reduce((sum, i) => sum + (parameters[i] ?? 0), 0) / members.length;
  });
  const top = Math.max(...logs);
  const total = logs.reduce((sum, log) => sum + Math.exp(log - top), 0);
  const mean = new Map<number, number>();
  const outer = new Map<number, number>();
  outcomes.forEach((members, o) => {
    const p = Math.exp((logs[o] ?? 0) - top) / total;
    const order = shape.orders.indexOf(members.length);
    const feature: [number, number][] = members.map((i) => [i, 1 / members.length]);
    if (order >= 0) feature.push([shape.variants + order, 1]);
    for (const [i, x] of feature) {
      mean.set(i, (mean.get(i) ?? 0) + p * x);
      for (const [j, z] of feature) {
        outer.set(i * size + j, (outer.get(i * size + j) ?? 0) + p * x * z);
      }
    }
  });
  return { logTotal: top + Math.log(total), mean, outer };
}

function subsets(set: readonly number[], size: number): readonly (readonly number[])[] {
  if (size === 1) return set.map((i) => [i]);
  return set.flatMap((first, at) =>
    subsets(set.slice(at + 1), size - 1).map((rest) => [first, ...rest]),
  );
}

function moved(
  parameters: Float64Array,
  step: Float64Array,
  scale: number,
): Float64Array<ArrayBuffer> {
  return Float64Array.from(parameters, (value, i) => value + scale * (step[i] ?? 0));
}

function finish(
  parameters: Float64Array,
  state: State,
  problem: Problem,
  ending: 'converged' | 'stopped' = 'converged',
): ChoiceFit | null {
  const size = parameters.length;
  const covariance = invertSymmetric(state.information, size);
  if (covariance === null) return null;
  if (!(problem.ghost > 0)) covariance[0] = 0;
  return {
    parameters,
    covariance,
    orders: problem.orders,
    variants: problem.variants,
    logLikelihood: state.logLikelihood,
    converged: ending === 'converged',
  };
}
