import type { CleanStudy } from './clean-study.ts';
import { judgementRows } from './judgement-rows.ts';

export interface Volume {
  readonly judgements: number;
  /** Judgements of each annotator, by number. */
  readonly byAnnotator: Float64Array;
  /** Annotators who answered anything. */
  readonly annotators: number;
}

export function volumeOf(study: CleanStudy): Volume {
  const { annotators, votes, choices, scores } = study;
  const hasJudged = new Uint8Array(annotators.length);
  for (const rows of [votes, choices, scores]) {
    for (let row = 0; row < rows.annotator.length; row += 1) {
      hasJudged[rows.annotator[row] ?? 0] = 1;
    }
  }
  const byAnnotator = new Float64Array(annotators.length);
  for (const rows of judgementRows(study)) {
    for (const annotator of rows.annotator) {
      byAnnotator[annotator] = (byAnnotator[annotator] ?? 0) + 1;
    }
  }
  return {
    judgements: byAnnotator.reduce((sum, count) => sum + count, 0),
    byAnnotator,
    annotators: hasJudged.reduce((sum, mark) => sum + mark, 0),
  };
}

/** An annotator with more than this share of the judgements dominates the study. */
const DOMINANT_SHARE = 0.2;

export function isDominant({ judgements, byAnnotator }: Volume, annotator: number): boolean {
  const share = (byAnnotator[annotator] ?? 0) / judgements;
  return byAnnotator.length > 1 / DOMINANT_SHARE && share > DOMINANT_SHARE;
}
