import type { EvaluationStatus } from '../../contract/evaluations/human-evaluations.ts';

const INITIALIZED = 'EVALUATION_INITIALIZED';
const STARTED = 'EVALUATION_STARTED';
const FINISHED = 'EVALUATION_FINISHED';
const WITH_ERRORS = 'EVALUATION_FINISHED_WITH_ERRORS';
const FAILED = 'EVALUATION_FAILED';

/** What people may set, apart from going back to the beginning. */
const MOVES: Readonly<Record<EvaluationStatus, readonly EvaluationStatus[]>> = {
  [INITIALIZED]: [STARTED, FINISHED, WITH_ERRORS, FAILED],
  [STARTED]: [FINISHED, WITH_ERRORS, FAILED],
  [FINISHED]: [STARTED],
  [WITH_ERRORS]: [STARTED, FINISHED, FAILED],
  [FAILED]: [STARTED],
};

/** What is in an evaluation, as far as its status depends on it. */
export interface EvaluationContent {
  readonly hasOutputs: boolean;
  readonly hasJudgements: boolean;
  /** There are scenarios, and each has all wanted judgements. */
  readonly isComplete: boolean;
}

/** The statuses that people may set from here; the current one changes nothing. */
export function allowedStatuses(
  current: EvaluationStatus,
  content: Pick<EvaluationContent, 'hasOutputs' | 'hasJudgements'>,
): readonly EvaluationStatus[] {
  const isUntouched = !content.hasOutputs && !content.hasJudgements;
  const back: readonly EvaluationStatus[] = isUntouched ? [INITIALIZED] : [];
  return current === INITIALIZED ? MOVES[current] : [...back, ...MOVES[current]];
}

/** The status after an evaluation was reopened. */
export function statusByContent(content: EvaluationContent): EvaluationStatus {
  if (content.isComplete) return FINISHED;
  return content.hasOutputs || content.hasJudgements ? STARTED : INITIALIZED;
}

/** Where an extension moves the status to; undefined where it stays. */
export function statusAfterExtension(
  current: EvaluationStatus,
  content: EvaluationContent,
): EvaluationStatus | undefined {
  return current === FINISHED ? statusByContent(content) : undefined;
}

/** Where an output or a judgement moves the status to; undefined where it stays. */
export function statusAfterWriting(current: EvaluationStatus): EvaluationStatus | undefined {
  return current === INITIALIZED || current === FAILED ? STARTED : undefined;
}

/** Whether the status becomes "finished" by itself once everything is judged. */
export function finishesByItself(current: EvaluationStatus): boolean {
  return current === STARTED || current === WITH_ERRORS;
}

/** Where the end of a run moves the status to; undefined where it stays. */
export function statusAfterGeneration(
  current: EvaluationStatus,
  { done, failed }: { readonly done: number; readonly failed: number },
): EvaluationStatus | undefined {
  if (failed === 0 || (current !== INITIALIZED && current !== STARTED)) return undefined;
  return done === 0 ? FAILED : WITH_ERRORS;
}
