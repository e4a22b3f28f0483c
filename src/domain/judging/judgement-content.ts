import type { JudgementSubmission } from '../../contract/judging/assignments.ts';
import type { OUTCOMES } from '../../contract/judging/judgements.ts';
import { issues, type ValidationIssue } from '../../contract/validation.ts';
import type { StoredSettings } from '../evaluations/evaluation-settings.ts';
import { type CriterionAnswer, readAnswers, type TaskSlot } from './criterion-answers.ts';

/** An annotator's judgement of a task, with variants by their places in the evaluation. */
export interface JudgementContent {
  /** Null where an output is scored. */
  readonly outcome: (typeof OUTCOMES)[number] | null;
  /** The better variant, where the outcome is a slot. */
  readonly winner: number | null;
  readonly score: number | null;
  readonly answers: readonly CriterionAnswer[];
  readonly note: string;
  readonly timeTakenMs: number | null;
}

/** The task that was judged. */
export interface JudgedTask {
  readonly kind: 'comparison' | 'scoring';
  readonly settings: Pick<
    StoredSettings,
    'allowTie' | 'allowBothBad' | 'scoreMin' | 'scoreMax' | 'criteria'
  >;
  readonly slots: readonly TaskSlot[];
}

export type ReadSubmission =
  | { readonly content: JudgementContent; readonly issues?: never }
  | { readonly content?: never; readonly issues: readonly ValidationIssue[] };

/** The content of a submission, or all its faults in the order of its fields. */
export function readSubmission(task: JudgedTask, submission: JudgementSubmission): ReadSubmission {
  const found: ValidationIssue[] = [
    ...outcomeFaults(task, submission.outcome),
    ...scoreFaults(task, submission.score),
  ];
  const answers = readAnswers(
    { criteria: task.settings.criteria, slots: task.slots },
    submission.answers ?? [],
    found,
  );
  if (found.length > 0) return { issues: found };
  return {
    content: {
      ...verdict(task, submission.outcome),
      // Adding zero makes −0 a plain zero, whose text is stored.
      score: submission.score === undefined ? null : submission.score + 0,
      answers,
      note: submission.note ?? '',
      timeTakenMs: submission.time_taken_ms ?? null,
    },
  };
}

function outcomeFaults(task: JudgedTask, outcome: string | undefined): readonly ValidationIssue[] {
  const loc = ['body', 'outcome'];
  if (task.kind === 'scoring') {
    if (outcome === undefined) return [];
    return [issues.valueError(loc, 'outputs are scored here, not compared')];
  }
  if (outcome === undefined) return [issues.missing(loc)];
  if (verdict(task, outcome).outcome === null) {
    return [issues.valueError(loc, `this must be ${allowedOutcomes(task.settings)}`)];
  }
  return [];
}

function allowedOutcomes({ allowTie, allowBothBad }: JudgedTask['settings']): string {
  const words = [...(allowTie ? ["'tie'"] : []), ...(allowBothBad ? ["'both_bad'"] : [])];
  return ['the id of a slot of this task', ...words].join(' or ');
}

function verdict(
  { settings, slots }: JudgedTask,
  outcome: string | undefined,
): Pick<JudgementContent, 'outcome' | 'winner'> {
  if (outcome === 'tie' && settings.allowTie) return { outcome, winner: null };
  if (outcome === 'both_bad' && settings.allowBothBad) return { outcome, winner: null };
  const slot = slots.find(({ slotId }) => slotId === outcome);
  return slot === undefined
    ? { outcome: null, winner: null }
    : { outcome: 'slot', winner: slot.variant };
}

function scoreFaults(
  { kind, settings }: JudgedTask,
  score: number | undefined,
): readonly ValidationIssue[] {
  const loc = ['body', 'score'];
  if (kind === 'comparison') {
    if (score === undefined) return [];
    return [issues.valueError(loc, 'outputs are compared here, not scored')];
  }
  if (score === undefined) return settings.criteria.length === 0 ? [issues.missing(loc)] : [];
  if (score < settings.scoreMin) return [issues.greaterThanEqual(loc, settings.scoreMin)];
  if (score > settings.scoreMax) return [issues.lessThanEqual(loc, settings.scoreMax)];
  return [];
}
