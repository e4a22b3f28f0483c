import type { NextStep } from '../../contract/evaluations/evaluation-overviews.ts';
import type { EvaluationStatus } from '../../contract/evaluations/human-evaluations.ts';
import type { StoredSettings } from './evaluation-settings.ts';

export interface EvaluationStage {
  readonly status: EvaluationStatus;
  readonly isClosed: boolean;
  /** Whether any task has its outputs. */
  readonly hasOutputs: boolean;
  readonly judgements: number;
  readonly judgementsWanted: number;
  readonly whoMayJudge: StoredSettings['whoMayJudge'];
}

/** The next step for an evaluation. Where only guests may judge, it is to invite them. */
export function nextStepOf(stage: EvaluationStage): NextStep {
  const isJudged = stage.judgementsWanted > 0 && stage.judgements >= stage.judgementsWanted;
  const isFinished = stage.status === 'EVALUATION_FINISHED' && stage.judgements > 0;
  if (stage.isClosed || isJudged || isFinished) return 'read_results';
  if (!stage.hasOutputs) return 'add_outputs';
  return stage.whoMayJudge === 'guests' ? 'invite' : 'judge';
}
