import { allRows, keepLatest, orderRows } from './row-order.ts';
import type { StudyData } from './study-data.ts';

/** One row of the scores for each output that an annotator scored, on however many criteria. */
export function scoredOutputs({
  scores,
  cases,
  annotators,
  variants,
}: Pick<StudyData, 'scores' | 'cases' | 'annotators' | 'variants'>): Int32Array {
  const keys = [
    { values: scores.case, size: cases },
    { values: scores.annotator, size: annotators.length },
    { values: scores.variant, size: variants.length },
  ];
  return keepLatest(orderRows(allRows(scores.case.length), keys), keys, () => false);
}
