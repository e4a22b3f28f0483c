import { numberClusters } from '../../statistics/intervals/clusters.ts';
import type { CaseOrder } from './case-order.ts';
import type { CleanStudy } from './clean-study.ts';
import type { Judged } from './study-data.ts';

/** The comparison in each case of an order. */
export type ContrastIn = (study: CleanStudy, order: CaseOrder) => Float64Array;

export type GroupOf = (rows: Judged) => Int32Array;

export interface GroupedContrasts {
  /** Groups with an answer. */
  readonly groups: readonly number[];
  readonly values: readonly number[];
  /** Share of all judgements behind each value. */
  readonly weights: readonly number[];
}

/** The comparison in each group of judgements that has an answer, as if every group were a case. */
export function contrastOver(
  study: CleanStudy,
  groupOf: GroupOf,
  contrastIn: ContrastIn,
): GroupedContrasts {
  const votes = groupOf(study.votes);
  const choices = groupOf(study.choices);
  const scores = groupOf(study.scores);
  const counts = countGroups([votes, choices, scores]);
  const asCases: CleanStudy = {
    ...study,
    cases: counts.length,
    votes: { ...study.votes, case: votes },
    choices: { ...study.choices, case: choices },
    scores: { ...study.scores, case: scores },
  };
  const all = contrastIn(asCases, {
    positions: Int32Array.from(counts.keys()),
    completedAtMs: new Float64Array(counts.length),
    incomplete: 0,
  });
  const groups = Array.from(all.keys()).filter((g) => !Number.isNaN(all[g] ?? Number.NaN));
  const total = groups.reduce((sum, g) => sum + (counts[g] ?? 0), 0);
  return {
    groups,
    values: groups.map((g) => all[g] ?? 0),
    weights: groups.map((g) => (counts[g] ?? 0) / total),
  };
}

function countGroups(kinds: readonly Int32Array[]): Int32Array {
  let highest = -1;
  for (const groups of kinds) for (const group of groups) highest = Math.max(highest, group);
  const counts = new Int32Array(highest + 1);
  for (const groups of kinds) for (const group of groups) counts[group] = (counts[group] ?? 0) + 1;
  return counts;
}

export interface AnswerGroups {
  readonly groupOf: GroupOf;
  readonly annotator: Int32Array;
  readonly case: Int32Array;
}

/** Groups the judgements of one annotator about one case. */
export function answerGroups({ votes, choices, scores, annotators }: CleanStudy): AnswerGroups {
  const kinds = [votes, choices, scores];
  const keys = new Float64Array(kinds.reduce((sum, rows) => sum + rows.case.length, 0));
  const starts = new Map<Judged, number>();
  let at = 0;
  for (const rows of kinds) {
    starts.set(rows, at);
    for (let row = 0; row < rows.case.length; row += 1) {
      keys[at] = (rows.case[row] ?? 0) * annotators.length + (rows.annotator[row] ?? 0);
      at += 1;
    }
  }
  const { index, count } = numberClusters(keys);
  const annotator = new Int32Array(count);
  const position = new Int32Array(count);
  index.forEach((group, row) => {
    const key = keys[row] ?? 0;
    annotator[group] = key % annotators.length;
    position[group] = Math.floor(key / annotators.length);
  });
  const groupOf: GroupOf = (rows) => {
    const from = starts.get(rows) ?? 0;
    return index.subarray(from, from + rows.case.length);
  };
  return { groupOf, annotator, case: position };
}
