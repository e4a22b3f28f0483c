import { type CleanStudy, pickJudged } from './clean-study.ts';
import { scoredOutputs } from './scored-outputs.ts';
import type { Judged } from './study-data.ts';

/** Every judgement once: in a comparison, scores of single outputs came with a vote. */
export function judgementRows(study: CleanStudy): readonly Judged[] {
  const { kind, votes, choices, scores } = study;
  if (kind === 'comparison') return [votes, choices];
  return [pickJudged(scores, scoredOutputs(study))];
}
