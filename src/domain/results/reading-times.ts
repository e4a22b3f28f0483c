import type { ReadingTimes } from '../../statistics/annotators/too-fast.ts';
import type { CleanStudy } from './clean-study.ts';
import { joinDoubles, joinInts, pickDoubles, pickInts } from './columns.ts';
import { rowsByNumber } from './rows-by-number.ts';
import { scoredOutputs } from './scored-outputs.ts';

/** The time and the length of the texts of each judgement, by annotator. */
export function readingTimes(study: CleanStudy): readonly ReadingTimes[] {
  const tasks = study.kind === 'comparison' ? comparedTasks(study) : scoredTasks(study);
  const rowsOf = rowsByNumber([tasks.annotator], study.annotators.length);
  return study.annotators.map((_, annotator) => {
    const rows = rowsOf(annotator);
    return {
      seconds: pickDoubles(tasks.ms, rows).map((ms) => ms / 1000),
      bytes: pickDoubles(tasks.bytes, rows),
    };
  });
}

interface Tasks {
  readonly annotator: Int32Array;
  readonly ms: Float64Array;
  /** NaN where the length of an output is not known. */
  readonly bytes: Float64Array;
}

function comparedTasks({ votes, choices, lengths, variants }: CleanStudy): Tasks {
  const size = variants.length;
  const cases = joinInts(votes.case, choices.case);
  const lengthAt = (output: number): number => lengths?.[output] ?? Number.NaN;
  const bytes = new Float64Array(votes.case.length + choices.case.length).fill(Number.NaN);
  for (let row = 0; lengths !== null && row < bytes.length; row += 1) {
    const from = (cases[row] ?? 0) * size;
    const isVote = row < votes.case.length;
    bytes[row] = isVote
      ? lengthAt(from + (votes.left[row] ?? 0)) + lengthAt(from + (votes.right[row] ?? 0))
      : lengths.subarray(from, from + size).reduce((sum, length) => sum + length, 0);
  }
  return {
    annotator: joinInts(votes.annotator, choices.annotator),
    ms: joinDoubles(votes.takenMs, choices.takenMs),
    bytes,
  };
}

function scoredTasks(study: CleanStudy): Tasks {
  const { scores, lengths, variants } = study;
  const rows = scoredOutputs(study);
  const bytes = Float64Array.from(rows, (row) => {
    const output = (scores.case[row] ?? 0) * variants.length + (scores.variant[row] ?? 0);
    return lengths?.[output] ?? Number.NaN;
  });
  return {
    annotator: pickInts(scores.annotator, rows),
    ms: pickDoubles(scores.takenMs, rows),
    bytes,
  };
}
