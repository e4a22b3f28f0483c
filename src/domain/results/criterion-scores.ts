import type { Scores } from './study-data.ts';

/** The scores on one criterion, ordered by case, annotator and variant. */
export interface CriterionRows {
  readonly case: Int32Array;
  readonly annotator: Int32Array;
  readonly variant: Int32Array;
  readonly value: Float64Array;
  readonly completedAtMs: Float64Array;
}

/** Rows of a clean study are ordered by criterion, so the rows of one criterion are adjacent. */
export function rowsOfCriterion(scores: Scores, criterion: number): CriterionRows {
  const from = scores.criterion.indexOf(criterion);
  const to = scores.criterion.lastIndexOf(criterion) + 1;
  const [start, end] = from < 0 ? [0, 0] : [from, to];
  return {
    case: scores.case.subarray(start, end),
    annotator: scores.annotator.subarray(start, end),
    variant: scores.variant.subarray(start, end),
    value: scores.value.subarray(start, end),
    completedAtMs: scores.completedAtMs.subarray(start, end),
  };
}

/** Mean score of each variant in each case, null without scores. */
export function caseTable(
  rows: CriterionRows,
  variants: number,
): readonly (readonly (number | null)[])[] {
  const table: (number | null)[][] = [];
  for (let from = 0; from < rows.case.length; ) {
    const sums = new Float64Array(variants);
    const counts = new Float64Array(variants);
    let to = from;
    for (; to < rows.case.length && rows.case[to] === rows.case[from]; to += 1) {
      const variant = rows.variant[to] ?? 0;
      sums[variant] = (sums[variant] ?? 0) + (rows.value[to] ?? 0);
      counts[variant] = (counts[variant] ?? 0) + 1;
    }
    table.push(
      Array.from(sums, (sum, i) => ((counts[i] ?? 0) > 0 ? sum / (counts[i] ?? 1) : null)),
    );
    from = to;
  }
  return table;
}
