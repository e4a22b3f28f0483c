import { cholesky, choleskySolve } from '../numerics/linalg.ts';

/** Scores on one criterion, ordered by case; variants and annotators are numbered from 0. */
export interface OrderedScores {
  readonly case: Int32Array;
  readonly annotator: Int32Array;
  readonly variant: Int32Array;
  readonly value: Float64Array;
}

export interface LayoutSize {
  readonly variants: number;
  readonly annotators: number;
}

/**
 * Question: by how much does the annotator of each score usually score above others, judging by
 * their scores in other cases? Estimator: least squares of score on variant, case and annotator
 * without the case in question, severities shrunk towards 0 as one more score would. A severity
 * that was fitted to the case itself would absorb part of its noise: with 20 cases and 20
 * annotators, 39 of 100 comparisons of identical variants were called different. Many cases are
 * left out in groups. Assumes additive effects. Reference: Hoerl & Kennard 1970; Quenouille 1956
 * for leaving one out. Cost: scores + (variants + annotators)³ for each group.
 */
export function severityElsewhere(scores: OrderedScores, size: LayoutSize): Float64Array {
  const all = noEquations(size);
  const cases = stretchesOf(scores.case);
  for (const stretch of cases) addCase(all, { scores, stretch, sign: 1 });
  const severity = new Float64Array(scores.value.length);
  for (const group of groupsOf(cases)) {
    const others = { ...all, normal: all.normal.slice(), right: all.right.slice() };
    for (const stretch of group) addCase(others, { scores, stretch, sign: -1 });
    const lower = cholesky(others.normal, others.size);
    if (lower === null) continue;
    const effects = choleskySolve(lower, others.size, others.right);
    for (let row = group[0]?.from ?? 0; row < (group.at(-1)?.to ?? 0); row += 1) {
      severity[row] = effects[others.own + (scores.annotator[row] ?? 0)] ?? 0;
    }
  }
  return severity;
}

/**
 * Each group needs a system of equations. Leaving out half a percent of the cases changes little.
 */
const MOST_GROUPS = 200;

function groupsOf(cases: readonly Stretch[]): readonly (readonly Stretch[])[] {
  const size = Math.max(1, Math.ceil(cases.length / MOST_GROUPS));
  return Array.from({ length: Math.ceil(cases.length / size) }, (_, group) =>
    cases.slice(group * size, (group + 1) * size),
  );
}

/** Normal equations: one column for each variant but the first, then one for each annotator. */
interface Equations {
  readonly size: number;
  /** The number of columns for variants. */
  readonly own: number;
  readonly normal: Float64Array;
  readonly right: Float64Array;
}

function noEquations({ variants, annotators }: LayoutSize): Equations {
  const own = variants - 1;
  const size = own + annotators;
  const normal = new Float64Array(size * size);
  for (let column = own; column < size; column += 1) normal[column * size + column] = 1;
  return { size, own, normal, right: new Float64Array(size) };
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

function stretchesOf(cases: Int32Array): readonly Stretch[] {
  const found: Stretch[] = [];
  for (let from = 0, to = 0; from < cases.length; from = to) {
    while (to < cases.length && cases[to] === cases[from]) to += 1;
    found.push({ from, to });
  }
  return found;
}

interface Added {
  readonly scores: OrderedScores;
  readonly stretch: Stretch;
  readonly sign: 1 | -1;
}

/** The rows of one case, centred within it so that the case itself needs no column. */
function addCase(
  { size, own, normal, right }: Equations,
  { scores, stretch: { from, to }, sign }: Added,
): void {
  const add = (i: number, j: number, value: number): void => {
    normal[i * size + j] = (normal[i * size + j] ?? 0) + sign * value;
  };
  const counts = new Map<number, number>();
  let sum = 0;
  for (let row = from; row < to; row += 1) {
    const value = scores.value[row] ?? 0;
    const columns = [(scores.variant[row] ?? 0) - 1, own + (scores.annotator[row] ?? 0)];
    const used = columns.filter((column) => column >= 0);
    for (const i of used) {
      for (const j of used) add(i, j, 1);
      right[i] = (right[i] ?? 0) + sign * value;
      counts.set(i, (counts.get(i) ?? 0) + 1);
    }
    sum += value;
  }
  for (const [i, first] of counts) {
    for (const [j, second] of counts) add(i, j, (-first * second) / (to - from));
    right[i] = (right[i] ?? 0) - (sign * first * sum) / (to - from);
  }
}
