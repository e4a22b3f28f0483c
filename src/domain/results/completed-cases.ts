import { numberClusters } from '../../statistics/clusters.ts';
import type { CleanStudy } from './clean-study.ts';

/** Cases in which every task that was begun has the judgements it wants. */
export function completedCases({ votes, choices, scores, ...study }: CleanStudy): number {
  const size = study.variants.length;
  // Tasks of one case: its pairs, its outputs, and the choice among all of them.
  const tasks = size * size + size + 1;
  const keys = new Set<number>();
  const annotated: number[] = [];
  const note = (position: number, task: number): void => {
    annotated.push(position * tasks + task);
  };
  for (let row = 0; row < votes.case.length; row += 1) {
    const left = votes.left[row] ?? 0;
    const right = votes.right[row] ?? 0;
    note(votes.case[row] ?? 0, Math.min(left, right) * size + Math.max(left, right));
  }
  for (const position of choices.case) note(position, size * size + size);
  // Where outputs are compared, answers about each of them came with a vote.
  const scored = study.kind === 'scoring' ? scores.case.length : 0;
  for (let row = 0; row < scored; row += 1) {
    const position = scores.case[row] ?? 0;
    const variant = scores.variant[row] ?? 0;
    const answer = (position * size + variant) * study.annotators.length;
    const key = answer + (scores.annotator[row] ?? 0);
    if (keys.has(key)) continue;
    keys.add(key);
    note(position, size * size + variant);
  }
  return completeOf(annotated, tasks, study.settings.judgementsPerTask);
}

function completeOf(annotated: readonly number[], tasks: number, wanted: number): number {
  const { index, count } = numberClusters(annotated);
  const judgements = new Int32Array(count);
  for (const task of index) judgements[task] = (judgements[task] ?? 0) + 1;
  const begun = new Set<number>();
  const short = new Set<number>();
  annotated.forEach((task, row) => {
    const position = Math.floor(task / tasks);
    begun.add(position);
    if ((judgements[index[row] ?? 0] ?? 0) < wanted) short.add(position);
  });
  return begun.size - short.size;
}
