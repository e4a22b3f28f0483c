import type { EvaluationStatus } from '../../contract/evaluations/human-evaluations.ts';

const INITIALIZED = 'EVALUATION_INITIALIZED';
const STARTED = 'EVALUATION_STARTED';
const FINISHED = 'EVALUATION_FINISHED';
const WITH_ERRORS = 'EVALUATION_FINISHED_WITH_ERRORS';
const FAILED = 'EVALUATION_FAILED';

/** What people may set, apart from going back to INITIALIZED. */
const MOVES: Readonly<Record<EvaluationStatus, readonly EvaluationStatus[]>> = {
  [INITIALIZED]: [STARTED, FINISHED, WITH_ERRORS, FAILED],
  [STARTED]: [FINISHED, WITH_ERRORS, FAILED],
  [FINISHED]: [STARTED],
  [WITH_ERRORS]: [STARTED, FINISHED, FAILED],
  [FAILED]: [STARTED],
};

/** The content that an evaluation's status depends on. */
export interface EvaluationContent {
  readonly hasOutputs: boolean;
  readonly hasJudgements: boolean;
  /** There are scenarios, and each has all the judgements asked for. */
  readonly isComplete: boolean;
}

/** The statuses that people may set from `current`. */
export function allowedStatuses(
  current: EvaluationStatus,
  content: Pick<EvaluationContent, 'hasOutputs' | 'hasJudgements'>,
): readonly EvaluationStatus[] {
  const isUntouched = !content.hasOutputs && !content.hasJudgements;
  const back: readonly EvaluationStatus[] = isUntouched ? [INITIALIZED] : [];
  return current === INITIALIZED ? MOVES[current] : [...back, ...MOVES[current]];
}

/** The status of a reopened evaluation. */
export function statusByContent(content: EvaluationContent): EvaluationStatus {
  if (content.isComplete) return FINISHED;
  return content.hasOutputs || content.hasJudgements ? STARTED : INITIALIZED;
}

/** The status after an extension; undefined where it stays. */
export function statusAfterExtension(
  current: EvaluationStatus,
  content: EvaluationContent,
): EvaluationStatus | undefined {
  return current === FINISHED ? statusByContent(content) : undefined;
}

/** The status after an output or a judgement is written; undefined where it stays. */
export function statusAfterWriting(current: EvaluationStatus): EvaluationStatus | undefined {
  return current === INITIALIZED || current === FAILED ? STARTED : undefined;
}

/** Whether the status becomes FINISHED by itself once everything is judged. */
export function finishesByItself(current: EvaluationStatus): boolean {
  return current === STARTED || current === WITH_ERRORS;
}

/** The status after a run of generation ends; undefined where it stays. */
export function statusAfterGeneration(
  current: EvaluationStatus,
  { done, failed }: { readonly done: number; readonly failed: number },
): EvaluationStatus | undefined {
  if (failed === 0 || (current !== INITIALIZED && current !== STARTED)) return undefined;
  return done === 0 ? FAILED : WITH_ERRORS;
}
