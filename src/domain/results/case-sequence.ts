/** Rows in the order of their cases. */
export interface CaseValues {
  readonly case: Int32Array;
  readonly value: Float64Array;
  readonly completedAtMs: Float64Array;
}

/** One number per completed case, in the order in which the cases were completed. */
export interface CaseSequence {
  readonly values: readonly number[];
  readonly completedAtMs: readonly number[];
  /** Judgements of the completed cases. */
  readonly judgements: number;
  /** Cases with some judgements, but fewer than wanted. */
  readonly incomplete: number;
}

/**
 * The mean over the annotators of each case that has all wanted judgements. Judgements of one case
 * depend on each other, cases do not: always-valid inference is fed with these numbers and never with
 * votes. A case takes its place when its last wanted judgement arrived; cases of the same moment, or
 * without a time, are in the order of their positions.
 */
export function caseSequence(rows: CaseValues, wanted: number): CaseSequence {
  const completed: { position: number; value: number; at: number }[] = [];
  let incomplete = 0;
  let judgements = 0;
  for (let from = 0; from < rows.case.length; ) {
    const position = rows.case[from] ?? 0;
    let to = from;
    let sum = 0;
    for (; to < rows.case.length && rows.case[to] === position; to += 1) sum += rows.value[to] ?? 0;
    const size = to - from;
    if (size < wanted) incomplete += 1;
    else {
      const times = rows.completedAtMs.slice(from, to).sort();
      const at = times[wanted - 1] ?? Number.NaN;
      completed.push({ position, value: sum / size, at });
      judgements += size;
    }
    from = to;
  }
  const last = Number.MAX_VALUE;
  const time = (at: number): number => (Number.isNaN(at) ? last : at);
  completed.sort((a, b) => time(a.at) - time(b.at) || a.position - b.position);
  return {
    values: completed.map(({ value }) => value),
    completedAtMs: completed.map(({ at }) => at),
    judgements,
    incomplete,
  };
}
