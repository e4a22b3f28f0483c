import type { EvaluationStatus } from '../../contract/evaluations/human-evaluations.ts';

export const STATUS_WORDS: Readonly<Record<EvaluationStatus, string>> = {
  EVALUATION_INITIALIZED: 'not started',
  EVALUATION_STARTED: 'in progress',
  EVALUATION_FINISHED: 'finished',
  EVALUATION_FINISHED_WITH_ERRORS: 'some outputs failed',
  EVALUATION_FAILED: 'all outputs failed',
};
