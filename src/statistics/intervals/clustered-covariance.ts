import { tCritical } from '../numerics/distributions.ts';
import { dot, type Matrix, multiplyVector } from '../numerics/linalg.ts';
import {
  BOTH_BAD,
  type ClusterCells,
  cellParts,
  FIRST_WINS,
  OUTCOMES,
  SECOND_WINS,
  TIE,
} from '../pairwise/aggregate.ts';
import type { PairwiseSolution } from '../pairwise/pairwise-fit.ts';
import { type AdjustedVariance, prepareCr2 } from './cluster-adjustment.ts';
import {
  confidenceOf,
  type Estimate,
  interval,
  noEstimate,
  type Warning,
  warningList,
} from './estimate.ts';

/** Votes grouped by case, by annotator and by both; the last two only for two-way inference. */
export interface VoteClusters {
  readonly cases: ClusterCells;
  readonly annotators?: ClusterCells | undefined;
  readonly intersections?: ClusterCells | undefined;
}

export interface ClusteredContrast extends Estimate {
  readonly standardError: number | null;
  readonly df: number | null;
}

const SMALL_G = 30;
/** CR2 costs one eigen-decomposition per cluster; beyond this many parameters CR1 is used. */
const MOST_CR2_PARAMETERS = 40;

/**
 * Question: how sure are we of a contrast of a pairwise fit, given several votes per case and per
 * annotator? Estimator: sandwich variance by case, or two-way by case and annotator (V_case +
 * V_annotator − V_both), guarded to be at least either one-way variance; CR2 with Satterthwaite
 * degrees of freedom below 30 clusters, G/(G−1) and G − 1 above; the smaller degrees of freedom in
 * the two-way form. A cluster without votes does not count. Assumes independent cases (and
 * annotators). References: Cameron, Gelbach & Miller 2011; Zeileis et al. 2020; Pustejovsky &
 * Tipton 2018. Cost: distinct (cluster, cell) entries plus, below 30 clusters, parameters³ each.
 */
export function clusteredContrast(
  solution: PairwiseSolution,
  contrast: ArrayLike<number>,
  input: ContrastClusters,
): ClusteredContrast {
  return contrastOf(contrast, prepare(solution, input));
}

/**
 * The same for several contrasts of one fit; work that does not depend on the contrast is done
 * once.
 */
export function clusteredContrasts(
  solution: PairwiseSolution,
  contrasts: readonly ArrayLike<number>[],
  input: ContrastClusters,
): readonly ClusteredContrast[] {
  const prepared = prepare(solution, input);
  return contrasts.map((contrast) => contrastOf(contrast, prepared));
}

export interface ContrastClusters {
  readonly clusters: VoteClusters;
  readonly confidence?: number | undefined;
}

export function clusterScores(
  solution: PairwiseSolution,
  cells: ClusterCells,
): readonly Float64Array[] {
  const size = solution.parameters.length;
  const scores = Array.from({ length: cells.clusters }, () => new Float64Array(size));
  const known = distinctCells(cells).reduce<CellVote[]>((votes, cell) => {
    const [i, j, outcome] = cellParts(cell, cells.variants);
    votes[cell] = { i, j, ...solution.model.vote(outcome, ...predictorOf(solution, i, j)) };
    return votes;
  }, []);
  for (let e = 0; e < cells.cell.length; e += 1) {
    const vote = known[cells.cell[e] ?? 0];
    const into = scores[cells.cluster[e] ?? 0];
    if (into === undefined || vote === undefined) continue;
    const { i, j } = vote;
    const count = cells.count[e] ?? 0;
    into[i] = (into[i] ?? 0) + count * vote.scoreD;
    into[j] = (into[j] ?? 0) - count * vote.scoreD;
    addAt(into, solution.positionIndex, count * vote.scoreD);
    addAt(into, solution.tieIndex, count * vote.scoreTie);
  }
  return scores;
}

/** The score of any vote of one cell. */
interface CellVote {
  readonly i: number;
  readonly j: number;
  readonly scoreD: number;
  readonly scoreTie: number;
}

function predictorOf(solution: PairwiseSolution, i: number, j: number): readonly [number, number] {
  const { parameters, positionIndex, tieIndex } = solution;
  const g = positionIndex === null ? 0 : (parameters[positionIndex] ?? 0);
  const tie = tieIndex === null ? 0 : (parameters[tieIndex] ?? 0);
  return [(parameters[i] ?? 0) - (parameters[j] ?? 0) + g, tie];
}

function addAt(into: Float64Array, index: number | null, value: number): void {
  if (index !== null) into[index] = (into[index] ?? 0) + value;
}

interface Prepared {
  readonly solution: PairwiseSolution;
  readonly n: number;
  readonly confidence: number;
  readonly cases: Grouping;
  readonly annotators: Grouping | null;
  readonly intersections: Grouping | null;
}

/**
 * One way of grouping the votes; `corrected` is the small-sample variance, null where unavailable.
 */
interface Grouping {
  readonly cells: ClusterCells;
  readonly occupied: number;
  /** The cells that occur. */
  readonly distinct: readonly number[];
  readonly corrected: ((contrast: ArrayLike<number>) => AdjustedVariance) | null;
}

function prepare(solution: PairwiseSolution, { clusters, confidence }: ContrastClusters): Prepared {
  const group = (cells: ClusterCells): Grouping => {
    const occupied = occupiedClusters(cells);
    const distinct = distinctCells(cells);
    return { cells, occupied, distinct, corrected: smallSample(solution, cells, occupied) };
  };
  const { cases, annotators, intersections } = clusters;
  return {
    solution,
    n: cases.count.reduce((sum, count) => sum + count, 0),
    confidence: confidenceOf({ confidence }),
    cases: group(cases),
    annotators: annotators === undefined ? null : group(annotators),
    intersections: intersections === undefined ? null : group(intersections),
  };
}

function contrastOf(contrast: ArrayLike<number>, prepared: Prepared): ClusteredContrast {
  const { solution, n, confidence, cases, annotators, intersections } = prepared;
  const method = `contrast.${annotators === null ? 'clustered' : 'clustered-two-way'}`;
  const base = { method, n, nClusters: cases.occupied };
  if (n === 0) return { ...noEstimate(method, 0, ['no_data']), standardError: null, df: null };
  const estimate = dot(contrast, solution.parameters);
  const one = oneWay(solution, cases, contrast);
  if (one.variance === null) {
    const warnings: readonly Warning[] = ['one_cluster'];
    return { ...base, estimate, interval: null, warnings, standardError: null, df: null };
  }
  const two = annotators && oneWay(solution, annotators, contrast);
  const both = intersections && oneWay(solution, intersections, contrast);
  const raw =
    two?.variance == null || both === null ? one.variance : one.variance + two.variance - both.cr1;
  const variance = Math.max(raw, one.variance, two?.variance ?? 0);
  const df = Math.max(1, Math.min(one.df, two?.variance == null ? one.df : two.df));
  const standardError = Math.sqrt(variance);
  const half = tCritical(confidence, df) * standardError;
  const warnings = warningList(
    one.warnings,
    two?.warnings ?? [],
    annotators !== null && two?.variance == null ? ['one_annotator'] : [],
    variance > raw ? ['two_way_guarded'] : [],
  );
  return {
    ...base,
    estimate,
    interval: interval(estimate - half, estimate + half, confidence),
    warnings,
    standardError,
    df,
  };
}

interface OneWay {
  readonly variance: number | null;
  readonly cr1: number;
  readonly df: number;
  readonly warnings: readonly Warning[];
}

function oneWay(
  solution: PairwiseSolution,
  grouping: Grouping,
  contrast: ArrayLike<number>,
): OneWay {
  const { occupied: g, corrected } = grouping;
  const cr0 = projectedVariance(solution, grouping, contrast);
  if (g < 2) return { variance: null, cr1: cr0, df: 0, warnings: [] };
  const cr1 = (cr0 * g) / (g - 1);
  if (g >= SMALL_G) return { variance: cr1, cr1, df: g - 1, warnings: [] };
  const few: readonly Warning[] = g < 10 ? ['few_clusters'] : [];
  const adjusted = corrected?.(contrast) ?? null;
  if (adjusted === null || !(adjusted.df > 0)) {
    const warnings = warningList(few, ['small_sample_correction_skipped']);
    return { variance: cr1, cr1, df: g - 1, warnings };
  }
  return { variance: adjusted.variance, cr1, df: adjusted.df, warnings: few };
}

function smallSample(
  solution: PairwiseSolution,
  cells: ClusterCells,
  occupied: number,
): Grouping['corrected'] {
  const size = solution.parameters.length;
  if (occupied < 2 || occupied >= SMALL_G || size > MOST_CR2_PARAMETERS) return null;
  return prepareCr2({
    size,
    bread: solution.covariance,
    scores: clusterScores(solution, cells),
    information: clusterInformation(solution, cells),
  });
}

/**
 * Σ over clusters of (cᵀ M S_g)². All votes of a cell have the same score, so it is projected once
 * per cell and only numbers are added per cluster: there can be as many clusters as votes.
 */
function projectedVariance(
  solution: PairwiseSolution,
  { cells, distinct }: Grouping,
  contrast: ArrayLike<number>,
): number {
  const size = solution.parameters.length;
  const weights = multiplyVector(solution.covariance, size, contrast);
  const projected = new Float64Array(cells.variants * cells.variants * OUTCOMES);
  for (const cell of distinct) {
    projected[cell] = projectedScore(solution, cells.variants, { cell, weights });
  }
  const { cluster, cell, count } = cells;
  let squares = 0;
  let sum = 0;
  let g = 0;
  for (let e = 0; e < cell.length; e += 1) {
    const next = cluster[e] ?? 0;
    // Entries are sorted by cluster.
    if (next !== g) {
      squares += sum * sum;
      sum = 0;
      g = next;
    }
    sum += (count[e] ?? 0) * (projected[cell[e] ?? 0] ?? 0);
  }
  return squares + sum * sum;
}

function projectedScore(
  solution: PairwiseSolution,
  variants: number,
  { cell, weights }: { readonly cell: number; readonly weights: Float64Array },
): number {
  const [i, j, outcome] = cellParts(cell, variants);
  const { scoreD, scoreTie } = solution.model.vote(outcome, ...predictorOf(solution, i, j));
  const at = (index: number | null): number => (index === null ? 0 : (weights[index] ?? 0));
  return scoreD * (at(i) - at(j) + at(solution.positionIndex)) + scoreTie * at(solution.tieIndex);
}

function distinctCells({ cell, variants }: ClusterCells): readonly number[] {
  const seen = new Uint8Array(variants * variants * OUTCOMES);
  const distinct: number[] = [];
  for (let e = 0; e < cell.length; e += 1) {
    const own = cell[e] ?? 0;
    if (seen[own] === 1) continue;
    seen[own] = 1;
    distinct.push(own);
  }
  return distinct;
}

/** Entries are sorted by cluster. */
function occupiedClusters({ cluster }: ClusterCells): number {
  let count = 0;
  for (let e = 0; e < cluster.length; e += 1) {
    if (e === 0 || cluster[e] !== cluster[e - 1]) count += 1;
  }
  return count;
}

/** Information of each cluster's votes at the estimate. */
function clusterInformation(solution: PairwiseSolution, cells: ClusterCells): readonly Matrix[] {
  const size = solution.parameters.length;
  const matrices = Array.from({ length: cells.clusters }, () => new Float64Array(size * size));
  for (let e = 0; e < cells.cell.length; e += 1) {
    const matrix = matrices[cells.cluster[e] ?? 0];
    if (matrix === undefined) continue;
    const [i, j, outcome] = cellParts(cells.cell[e] ?? 0, cells.variants);
    const count = cells.count[e] ?? 0;
    const terms = solution.model.row(
      {
        firstWins: outcome === FIRST_WINS ? count : 0,
        secondWins: outcome === SECOND_WINS ? count : 0,
        ties: outcome === TIE || outcome === BOTH_BAD ? count : 0,
      },
      ...predictorOf(solution, i, j),
    );
    const d: readonly (readonly [number | null, number])[] = [
      [i, 1],
      [j, -1],
      [solution.positionIndex, 1],
    ];
    for (const [a, signA] of d) {
      for (const [b, signB] of d) {
        addAt(matrix, cross(a, b, size), signA * signB * terms.infoDD);
      }
      addAt(matrix, cross(a, solution.tieIndex, size), signA * terms.infoDTie);
      addAt(matrix, cross(solution.tieIndex, a, size), signA * terms.infoDTie);
    }
    addAt(matrix, cross(solution.tieIndex, solution.tieIndex, size), terms.infoTieTie);
  }
  return matrices;
}

function cross(a: number | null, b: number | null, size: number): number | null {
  return a === null || b === null ? null : a * size + b;
}
