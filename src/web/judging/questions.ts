import type { FullCriterion, Scale } from '../../contract/evaluations/evaluation-settings.ts';
import type {
  Answer,
  Assignment,
  JudgementSubmission,
} from '../../contract/judging/assignments.ts';
import { numberFault, numberOf } from '../ui/number-text.ts';
import type { Brief } from './brief.ts';

export type Value = Answer['value'];

export const SIDES = ['A', 'B'] as const;

/** A criterion to answer, about one output or about the whole task. */
export interface Question {
  readonly key: string;
  readonly criterion: FullCriterion;
  readonly slotId: string | null;
  /** The letter of its output, if the task has two. */
  readonly side: string | undefined;
}

/** The annotator's answers to the task on the screen; numbers stay text until they are sent. */
export interface Draft {
  readonly outcome: string | undefined;
  readonly score: string;
  readonly answers: Readonly<Record<string, Value>>;
  readonly note: string;
}

export function questionsOf({ criteria }: Brief, { slots }: Assignment): readonly Question[] {
  return criteria.flatMap((criterion): readonly Question[] => {
    if (criterion.about === 'comparison') {
      return [{ key: criterion.name, criterion, slotId: null, side: undefined }];
    }
    return slots.map(({ slot_id }, index) => ({
      key: `${criterion.name}/${index}`,
      criterion,
      slotId: slot_id,
      side: slots.length > 1 ? SIDES[index] : undefined,
    }));
  });
}

/** An empty draft, or one with the judgement that the annotator withdrew. */
export function draftOf(
  questions: readonly Question[],
  previous: JudgementSubmission | undefined,
): Draft {
  const answers: Record<string, Value> = {};
  for (const { key, criterion, slotId } of questions) {
    const answer = previous?.answers?.find(
      (one) => one.criterion === criterion.name && (one.slot_id ?? null) === slotId,
    );
    if (answer !== undefined) {
      answers[key] = isNumeric(criterion) ? String(answer.value) : answer.value;
    }
  }
  const { outcome, score = '', note = '' } = previous ?? {};
  return { outcome, score: String(score), answers, note };
}

/** A kept draft without answers that no longer fit: the criteria may have changed. */
export function fittingDraft(questions: readonly Question[], draft: Draft): Draft {
  const answers: Record<string, Value> = {};
  for (const { key, criterion } of questions) {
    const value = draft.answers[key];
    if (value === undefined) continue;
    const choices = choicesOf(criterion.scale, { yes: '', no: '' });
    const isTyped = choices.length === 0 && typeof value === 'string';
    if (isTyped || choices.some((choice) => choice.value === value)) answers[key] = value;
  }
  return { ...draft, answers };
}

/** Whether one key completes the judgement, because the evaluation has no criteria. */
export function isOneKey({ criteria }: Brief): boolean {
  return criteria.length === 0;
}

/** Whether a question is answered by typing a number. */
export function isNumeric({ scale }: FullCriterion): boolean {
  return scale.kind === 'numeric';
}

/** Why a typed answer is not on the scale, as a sentence. */
export function answerFault({ scale }: FullCriterion, value: Value | undefined) {
  return scale.kind === 'numeric' ? numberFault(String(value ?? ''), scale) : undefined;
}

export function scoreFault({ score_min, score_max }: Brief, score: string): string | undefined {
  return numberFault(score, { min: score_min, max: score_max });
}

/** The first question whose required answer is missing, or whose answer is wrong. */
export function openQuestion(
  questions: readonly Question[],
  { answers }: Draft,
): Question | undefined {
  return questions.find(({ key, criterion }) => {
    const value = answers[key];
    const isEmpty = value === undefined || value === '';
    return isEmpty ? criterion.required : answerFault(criterion, value) !== undefined;
  });
}

/** The question that digits answer in a restored draft: the first unanswered one, else the last. */
export function questionToResume(
  questions: readonly Question[],
  { answers }: Draft,
): Question | undefined {
  return questions.find(({ key }) => answers[key] === undefined) ?? questions.at(-1);
}

export function isComplete(brief: Brief, questions: readonly Question[], draft: Draft): boolean {
  const isComparison = brief.evaluation_type === 'human_a_b_testing';
  if (isComparison && draft.outcome === undefined) return false;
  const isScored = !isComparison && isOneKey(brief);
  if (isScored && draft.score.trim() === '') return false;
  if (isScored && scoreFault(brief, draft.score) !== undefined) return false;
  return openQuestion(questions, draft) === undefined;
}

export function submissionOf(questions: readonly Question[], draft: Draft): JudgementSubmission {
  const answers = questions.flatMap(({ key, criterion, slotId }) => {
    const answer = draft.answers[key];
    if (answer === undefined || answer === '') return [];
    const value = isNumeric(criterion) ? numberOf(String(answer)) : answer;
    return [{ criterion: criterion.name, ...(slotId === null ? {} : { slot_id: slotId }), value }];
  });
  return {
    ...(draft.outcome === undefined ? {} : { outcome: draft.outcome }),
    ...(draft.score === '' ? {} : { score: numberOf(draft.score) }),
    ...(answers.length === 0 ? {} : { answers }),
    ...(draft.note.trim() === '' ? {} : { note: draft.note }),
  };
}

export interface Choice {
  readonly value: Value;
  readonly label: string;
}

/** The choices of a scale; none if the answer is typed. */
export function choicesOf(scale: Scale, words: { yes: string; no: string }): readonly Choice[] {
  switch (scale.kind) {
    case 'binary':
      return [
        { value: true, label: words.yes },
        { value: false, label: words.no },
      ];
    case 'likert':
      return (scale.labels ?? []).map((label, index) => ({ value: index + 1, label }));
    case 'choice':
      return (scale.options ?? []).map((label) => ({ value: label, label }));
    case 'numeric':
    case 'text':
      return [];
    default:
      return scale.kind satisfies never;
  }
}

/** The digits of the first ten choices: 0 comes after 9 on a keyboard. */
const CHOICE_DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0];

/** The digit that chooses the choice at this index, if one does. */
export function digitAt(index: number): number | undefined {
  return CHOICE_DIGITS[index];
}

export function chosenBy(digit: number, choices: readonly Choice[]): Choice | undefined {
  return choices[CHOICE_DIGITS.indexOf(digit)];
}

/** The scores that have their own key; on a wider scale the annotator types a number. */
export function scoresOf({ score_min, score_max }: Brief): readonly number[] {
  const isShort = Number.isInteger(score_min) && score_max - score_min <= 9;
  if (!isShort || score_min < 0 || score_max > 10) return [];
  const count = Math.floor(score_max - score_min) + 1;
  return Array.from({ length: count }, (_, index) => score_min + index);
}
