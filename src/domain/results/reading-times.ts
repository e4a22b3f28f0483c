import type { ReadingTimes } from '../../statistics/annotators/too-fast.ts';
import type { CleanStudy } from './clean-study.ts';

/** What each annotator had before their eyes, judgement by judgement, and how long. */
export function readingTimes(study: CleanStudy): readonly ReadingTimes[] {
  const tasks = study.kind === 'comparison' ? [...voteTasks(study)] : [...scoreTasks(study)];
  const own: Task[][] = study.annotators.map(() => []);
  for (const task of tasks) own[task.annotator]?.push(task);
  return own.map((list) => ({
    seconds: Float64Array.from(list, ({ ms }) => ms / 1000),
    bytes: Float64Array.from(list, ({ bytes }) => bytes),
  }));
}

interface Task {
  readonly annotator: number;
  readonly ms: number;
  /** NaN where the length of an output is not known. */
  readonly bytes: number;
}

function* voteTasks({ votes, choices, lengths, variants }: CleanStudy): Generator<Task> {
  const size = variants.length;
  const bytesOf = (position: number, variant: number): number =>
    lengths?.[position * size + variant] ?? Number.NaN;
  for (let row = 0; row < votes.case.length; row += 1) {
    const position = votes.case[row] ?? 0;
    yield {
      annotator: votes.annotator[row] ?? 0,
      ms: votes.takenMs[row] ?? Number.NaN,
      bytes: bytesOf(position, votes.left[row] ?? 0) + bytesOf(position, votes.right[row] ?? 0),
    };
  }
  for (let row = 0; row < choices.case.length; row += 1) {
    const position = choices.case[row] ?? 0;
    yield {
      annotator: choices.annotator[row] ?? 0,
      ms: choices.takenMs[row] ?? Number.NaN,
      bytes: variants.reduce((sum, _, variant) => sum + bytesOf(position, variant), 0),
    };
  }
}

/** Several criteria of one output are one task, and its time is written with each of them. */
function* scoreTasks({ scores, lengths, variants }: CleanStudy): Generator<Task> {
  const size = variants.length;
  const seen = new Set<number>();
  for (let row = 0; row < scores.case.length; row += 1) {
    const output = (scores.case[row] ?? 0) * size + (scores.variant[row] ?? 0);
    const annotator = scores.annotator[row] ?? 0;
    const key = output * ANNOTATORS + annotator;
    if (seen.has(key)) continue;
    seen.add(key);
    const ms = scores.takenMs[row] ?? Number.NaN;
    yield { annotator, ms, bytes: lengths?.[output] ?? Number.NaN };
  }
}

/** More than any evaluation has. */
const ANNOTATORS = 2 ** 20;
