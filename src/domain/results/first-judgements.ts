import { type CleanStudy, pickChoices, pickScores, pickVotes } from './clean-study.ts';
import { pairNumbers } from './pair-numbers.ts';
import { allRows, type OrderKey, orderRows } from './row-order.ts';
import type { Judged } from './study-data.ts';

/**
 * The study as planned: only the earliest `perTask` judgements of each task. Those that an
 * extension added must not change what was known at the planned end.
 */
export function firstJudgements(study: CleanStudy, perTask: number): CleanStudy {
  const { votes, choices, scores, variants, criteria, cases } = study;
  const size = variants.length;
  const byCase = ({ case: values }: Judged): OrderKey => ({ values, size: cases });
  const pairs = { values: pairNumbers(votes, size), size: size * size };
  const outputs = { values: scores.variant, size };
  const questions = { values: scores.criterion, size: criteria.length };
  return {
    ...study,
    votes: pickVotes(votes, earliest(votes, [byCase(votes), pairs], perTask)),
    choices: pickChoices(choices, earliest(choices, [byCase(choices)], perTask)),
    scores: pickScores(scores, earliest(scores, [questions, byCase(scores), outputs], perTask)),
  };
}

/** Keeps the earliest `perTask` of the rows that are equal in all keys, in their old order. */
function earliest(rows: Judged, keys: readonly OrderKey[], perTask: number): Int32Array {
  const ordered = orderRows(allRows(rows.case.length), keys);
  const kept = new Uint8Array(ordered.length);
  const time = (row: number): number => rows.completedAtMs[row] ?? Number.NaN;
  for (let from = 0, to = 0; from < ordered.length; from = to) {
    const first = ordered[from] ?? 0;
    const isSame = (row: number): boolean =>
      keys.every(({ values }) => values[row] === values[first]);
    for (to = from + 1; to < ordered.length && isSame(ordered[to] ?? 0); ) to += 1;
    const group = Array.from(ordered.subarray(from, to)).sort(
      (a, b) => (time(a) || 0) - (time(b) || 0) || a - b,
    );
    for (const row of group.slice(0, perTask)) kept[row] = 1;
  }
  return allRows(kept.length).filter((row) => kept[row] === 1);
}
