import { cholesky, choleskySolve, invertSymmetric, type Matrix } from '../numerics/linalg.ts';
import { type PairRows, pairRowsFrom } from './aggregate.ts';
import { logSigmoid, type PairwiseModel, type RowTerms, sigmoid } from './pairwise-model.ts';

export interface PairwiseFitOptions {
  /** Wins and losses of every variant against a ghost of ability 0; 0 gives maximum likelihood. */
  readonly ghost: number;
  readonly position: 'fit' | 'ignore';
}

/** Parameters in the order: ability of each variant, position effect, tie parameter. */
export interface PairwiseSolution {
  readonly model: PairwiseModel;
  readonly variants: number;
  readonly parameters: Float64Array;
  readonly positionIndex: number | null;
  readonly tieIndex: number | null;
  /** Inverse penalised information over all parameters; zero rows for a variant fixed at 0. */
  readonly covariance: Matrix;
  readonly logLikelihood: number;
  readonly iterations: number;
  readonly converged: boolean;
}

/**
 * Penalised maximum likelihood of a pairwise model by damped Newton: steps are capped at one logit
 * and halved until the objective rises, because the plain iteration diverges on sparse data.
 * Without a ghost variant 0 is fixed at ability 0. Returns null when the information matrix is
 * singular. Cost per step: one pass over the pairs and one Cholesky of the number of variants.
 */
export function fitPairwise(
  rows: PairRows,
  model: PairwiseModel,
  options: PairwiseFitOptions,
): PairwiseSolution | null {
  const layout = parameterLayout(
    options.position === 'ignore' ? foldSides(rows) : rows,
    model,
    options,
  );
  let parameters = new Float64Array(layout.total);
  if (layout.tieIndex !== null) parameters[layout.tieIndex] = model.tieStart;
  let state = evaluate(parameters, layout);
  for (let iteration = 1; iteration <= 200; iteration += 1) {
    const step = newtonStep(state, layout);
    if (step === null) return null;
    const moved = improve(parameters, step, { state, layout });
    const gain = moved.state.objective - state.objective;
    // A step of 1e-6 leaves an error of its square; below that the objective can be flat by
    // rounding.
    const flat = moved.change < 1e-6 && gain <= 1e-13 * Math.abs(state.objective);
    const converged = moved.change < 1e-10 || flat;
    parameters = moved.parameters;
    state = moved.state;
    if (converged || iteration === 200) {
      return finish({ layout, parameters, state, iteration, converged });
    }
  }
  return null;
}

/** Without a position effect (i, j) and (j, i) are one pair: half the work. */
function foldSides(rows: PairRows): PairRows {
  const k = rows.variants;
  const place = new Int32Array(k * k).fill(-1);
  const list: {
    first: number;
    second: number;
    firstWins: number;
    secondWins: number;
    ties: number;
  }[] = [];
  for (let r = 0; r < rows.first.length; r += 1) {
    const i = rows.first[r] ?? 0;
    const j = rows.second[r] ?? 0;
    const [first, second] = i < j ? [i, j] : [j, i];
    const at = place[first * k + second] ?? -1;
    const entry = list[at] ?? { first, second, firstWins: 0, secondWins: 0, ties: 0 };
    if (at < 0) {
      place[first * k + second] = list.length;
      list.push(entry);
    }
    entry.firstWins += (i < j ? rows.firstWins[r] : rows.secondWins[r]) ?? 0;
    entry.secondWins += (i < j ? rows.secondWins[r] : rows.firstWins[r]) ?? 0;
    entry.ties += rows.ties[r] ?? 0;
  }
  return pairRowsFrom(list, k);
}

interface Layout {
  readonly rows: PairRows;
  readonly model: PairwiseModel;
  readonly options: PairwiseFitOptions;
  readonly total: number;
  readonly free: Int32Array;
  readonly freeCount: number;
  readonly positionIndex: number | null;
  readonly tieIndex: number | null;
}

interface State {
  readonly objective: number;
  readonly logLikelihood: number;
  readonly gradient: Float64Array;
  /** Information over the free parameters. */
  readonly information: Matrix;
}

function parameterLayout(
  rows: PairRows,
  model: PairwiseModel,
  options: PairwiseFitOptions,
): Layout {
  let total = rows.variants;
  const positionIndex = options.position === 'fit' ? total++ : null;
  const tieIndex = model.tieParameter === 'none' ? null : total++;
  const fixed = options.ghost > 0 ? -1 : 0;
  const free = Int32Array.from({ length: total }, (_, i) => (fixed < 0 ? i : i - 1));
  return {
    rows,
    model,
    options,
    total,
    free,
    freeCount: fixed < 0 ? total : total - 1,
    positionIndex,
    tieIndex,
  };
}

function evaluate(parameters: Float64Array, layout: Layout): State {
  const { rows, model, freeCount } = layout;
  const gradient = new Float64Array(freeCount);
  const information = new Float64Array(freeCount * freeCount);
  let logLikelihood = 0;
  for (let r = 0; r < rows.first.length; r += 1) {
    const { d, tie } = predictor(r, parameters, layout);
    const counts = {
      firstWins: rows.firstWins[r] ?? 0,
      secondWins: rows.secondWins[r] ?? 0,
      ties: rows.ties[r] ?? 0,
    };
    const terms = model.row(counts, d, tie);
    logLikelihood += terms.logLikelihood;
    addRow({ gradient, information }, terms, { row: r, layout });
  }
  const objective = logLikelihood + addGhost({ gradient, information }, parameters, layout);
  return { objective, logLikelihood, gradient, information };
}

function predictor(row: number, parameters: Float64Array, layout: Layout) {
  const i = layout.rows.first[row] ?? 0;
  const j = layout.rows.second[row] ?? 0;
  const g = layout.positionIndex === null ? 0 : (parameters[layout.positionIndex] ?? 0);
  const tie = layout.tieIndex === null ? 0 : (parameters[layout.tieIndex] ?? 0);
  return { d: (parameters[i] ?? 0) - (parameters[j] ?? 0) + g, tie };
}

interface Derivatives {
  readonly gradient: Float64Array;
  readonly information: Matrix;
}

/** The row's feature vector is +1 at the first, −1 at the second variant and +1 at the position. */
function addRow(
  { gradient, information }: Derivatives,
  terms: RowTerms,
  { row, layout }: { readonly row: number; readonly layout: Layout },
): void {
  const size = layout.freeCount;
  const i = layout.free[layout.rows.first[row] ?? 0] ?? -1;
  const j = layout.free[layout.rows.second[row] ?? 0] ?? -1;
  if (i >= 0) {
    bump(gradient, i, terms.scoreD);
    bump(information, i * size + i, terms.infoDD);
  }
  if (j >= 0) {
    bump(gradient, j, -terms.scoreD);
    bump(information, j * size + j, terms.infoDD);
  }
  if (i >= 0 && j >= 0) bumpPair(information, { a: i, b: j, size }, -terms.infoDD);
  const g = layout.positionIndex === null ? -1 : (layout.free[layout.positionIndex] ?? -1);
  if (g >= 0) {
    bump(gradient, g, terms.scoreD);
    bump(information, g * size + g, terms.infoDD);
    if (i >= 0) bumpPair(information, { a: g, b: i, size }, terms.infoDD);
    if (j >= 0) bumpPair(information, { a: g, b: j, size }, -terms.infoDD);
  }
  const t = layout.tieIndex === null ? -1 : (layout.free[layout.tieIndex] ?? -1);
  if (t < 0) return;
  bump(gradient, t, terms.scoreTie);
  bump(information, t * size + t, terms.infoTieTie);
  if (i >= 0) bumpPair(information, { a: t, b: i, size }, terms.infoDTie);
  if (j >= 0) bumpPair(information, { a: t, b: j, size }, -terms.infoDTie);
  if (g >= 0) bumpPair(information, { a: t, b: g, size }, terms.infoDTie);
}

function bump(into: Float64Array, at: number, value: number): void {
  into[at] = (into[at] ?? 0) + value;
}

interface Cell {
  readonly a: number;
  readonly b: number;
  readonly size: number;
}

function bumpPair(into: Float64Array, { a, b, size }: Cell, value: number): void {
  bump(into, a * size + b, value);
  bump(into, b * size + a, value);
}

function addGhost(into: Derivatives, parameters: Float64Array, layout: Layout): number {
  const k = layout.options.ghost;
  if (!(k > 0)) return 0;
  const size = layout.freeCount;
  let objective = 0;
  for (let i = 0; i < layout.rows.variants; i += 1) {
    const b = parameters[i] ?? 0;
    const p = sigmoid(b);
    objective += k * (logSigmoid(b) + logSigmoid(-b));
    into.gradient[i] = (into.gradient[i] ?? 0) + k * (1 - 2 * p);
    const diagonal = i * size + i;
    into.information[diagonal] = (into.information[diagonal] ?? 0) + 2 * k * p * (1 - p);
  }
  return objective;
}

function newtonStep(state: State, layout: Layout): Float64Array | null {
  const lower = cholesky(state.information, layout.freeCount);
  if (lower === null) return null;
  const step = choleskySolve(lower, layout.freeCount, state.gradient);
  const largest = step.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return largest > 1 ? step.map((value) => value / largest) : step;
}

interface Moved {
  readonly parameters: Float64Array<ArrayBuffer>;
  readonly state: State;
  readonly change: number;
}

function improve(
  parameters: Float64Array,
  step: Float64Array,
  { state, layout }: { readonly state: State; readonly layout: Layout },
): Moved {
  let scale = 1;
  const slack = 1e-12 * (1 + Math.abs(state.objective));
  for (let halving = 0; halving < 40; halving += 1) {
    const trial = new Float64Array(parameters.length);
    let change = 0;
    for (let i = 0; i < parameters.length; i += 1) {
      const index = layout.free[i] ?? -1;
      const move = index < 0 ? 0 : scale * (step[index] ?? 0);
      trial[i] = (parameters[i] ?? 0) + move;
      change = Math.max(change, Math.abs(move));
    }
    const next = evaluate(trial, layout);
    if (next.objective >= state.objective - slack)
      return { parameters: trial, state: next, change };
    scale /= 2;
  }
  return { parameters: Float64Array.from(parameters), state, change: 0 };
}

interface Finished {
  readonly layout: Layout;
  readonly parameters: Float64Array;
  readonly state: State;
  readonly iteration: number;
  readonly converged: boolean;
}

function finish({
  layout,
  parameters,
  state,
  iteration,
  converged,
}: Finished): PairwiseSolution | null {
  const inverse = invertSymmetric(state.information, layout.freeCount);
  if (inverse === null) return null;
  const covariance = new Float64Array(layout.total * layout.total);
  for (let i = 0; i < layout.total; i += 1) {
    for (let j = 0; j < layout.total; j += 1) {
      const a = layout.free[i] ?? -1;
      const b = layout.free[j] ?? -1;
      if (a >= 0 && b >= 0)
        covariance[i * layout.total + j] = inverse[a * layout.freeCount + b] ?? 0;
    }
  }
  return {
    model: layout.model,
    variants: layout.rows.variants,
    parameters,
    positionIndex: layout.positionIndex,
    tieIndex: layout.tieIndex,
    covariance,
    logLikelihood: state.logLikelihood,
    iterations: iteration,
    converged,
  };
}
