import { numberClusters } from '../../statistics/intervals/clusters.ts';
import type { CleanStudy } from './clean-study.ts';

/** Cases in which every task that was begun has the judgements it wants. */
export function completedCases(study: CleanStudy): number {
  const { cases, settings } = study;
  const { task, position } = judgedTasks(study);
  const { index, count } = numberClusters(task);
  const judgements = new Int32Array(count);
  for (let row = 0; row < index.length; row += 1) {
    const own = index[row] ?? 0;
    judgements[own] = (judgements[own] ?? 0) + 1;
  }
  const isBegun = new Uint8Array(cases);
  const isShort = new Uint8Array(cases);
  for (let row = 0; row < index.length; row += 1) {
    const at = position[row] ?? 0;
    isBegun[at] = 1;
    if ((judgements[index[row] ?? 0] ?? 0) < settings.judgementsPerTask) isShort[at] = 1;
  }
  let completed = 0;
  for (let at = 0; at < cases; at += 1) completed += (isBegun[at] ?? 0) - (isShort[at] ?? 0);
  return completed;
}

interface JudgedTasks {
  /** A number for each task, so that tasks of different cases differ. */
  readonly task: Float64Array;
  readonly position: Int32Array;
}

/** One row per judgement. Tasks of a case: its pairs, its outputs, the choice among all of them. */
function judgedTasks({ votes, choices, scores, ...study }: CleanStudy): JudgedTasks {
  const size = study.variants.length;
  const tasks = size * size + size + 1;
  // Where outputs are compared, answers about each of them came with a vote.
  const scored = study.kind === 'scoring' ? scores.case.length : 0;
  const task = new Float64Array(votes.case.length + choices.case.length + scored);
  const position = new Int32Array(task.length);
  let rows = 0;
  const note = (at: number, number: number): void => {
    task[rows] = at * tasks + number;
    position[rows] = at;
    rows += 1;
  };
  for (let row = 0; row < votes.case.length; row += 1) {
    const left = votes.left[row] ?? 0;
    const right = votes.right[row] ?? 0;
    note(votes.case[row] ?? 0, Math.min(left, right) * size + Math.max(left, right));
  }
  for (const at of choices.case) note(at, size * size + size);
  const seen = new Set<number>();
  for (let row = 0; row < scored; row += 1) {
    const at = scores.case[row] ?? 0;
    const variant = scores.variant[row] ?? 0;
    // Several criteria of one output are one judgement.
    const answer = (at * size + variant) * study.annotators.length + (scores.annotator[row] ?? 0);
    if (seen.has(answer)) continue;
    seen.add(answer);
    note(at, size * size + variant);
  }
  return { task: task.subarray(0, rows), position: position.subarray(0, rows) };
}
