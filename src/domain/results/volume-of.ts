import type { CleanStudy } from './clean-study.ts';

/** The number of judgements and of annotators. */
export interface Volume {
  readonly judgements: number;
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
  return {
    // In a comparison, scores of single outputs came with a vote.
    judgements:
      study.kind === 'comparison' ? votes.case.length + choices.case.length : scoredOutputs(study),
    annotators: hasJudged.reduce((sum, mark) => sum + mark, 0),
  };
}

/** Several criteria of one output are one judgement. */
function scoredOutputs({ scores, variants, annotators }: CleanStudy): number {
  const seen = new Set<number>();
  for (let row = 0; row < scores.case.length; row += 1) {
    const output = (scores.case[row] ?? 0) * variants.length + (scores.variant[row] ?? 0);
    seen.add(output * annotators.length + (scores.annotator[row] ?? 0));
  }
  return seen.size;
}
