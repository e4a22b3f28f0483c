import { decode } from '../../contract/decode.ts';
import type { FullCriterion, Scale } from '../../contract/evaluations/evaluation-settings.ts';
import type { Answer } from '../../contract/judging/assignments.ts';
import { isOnStep } from '../../contract/on-step.ts';
import { issues, type ValidationIssue } from '../../contract/validation.ts';

const MAX_TEXT_LENGTH = 10_000;

export interface CriterionAnswer {
  readonly criterion: string;
  /** The place of the variant it is about; null where it is about the comparison. */
  readonly variant: number | null;
  readonly value: Answer['value'];
}

/** A variant and the slot that the annotator sees it as. */
export interface TaskSlot {
  readonly slotId: string;
  readonly variant: number;
}

/** The criteria that are asked besides the outcome or score, and the slots they are about. */
export interface Questions {
  readonly criteria: readonly FullCriterion[];
  readonly slots: readonly TaskSlot[];
}

/** The answers as they are stored; their faults are appended to `found`, in order. */
export function readAnswers(
  questions: Questions,
  sent: readonly Answer[],
  found: ValidationIssue[],
): readonly CriterionAnswer[] {
  const answers = new Map<string, CriterionAnswer>();
  for (const [index, answer] of sent.entries()) {
    const loc = ['body', 'answers', index];
    const place = placeOf(questions, answer);
    if ('fault' in place) {
      found.push(issues.valueError([...loc, place.field], place.fault));
      continue;
    }
    const { criterion, variant } = place;
    const key = keyOf(criterion.name, variant);
    if (answers.has(key)) {
      found.push(issues.valueError(loc, 'each criterion is answered once for each slot'));
      continue;
    }
    answers.set(key, { criterion: criterion.name, variant, value: answer.value });
    found.push(...valueFaults(criterion, answer.value, [...loc, 'value']));
  }
  if (!hasAllRequired(questions, answers)) found.push(issues.missing(['body', 'answers']));
  return [...answers.values()];
}

type Place =
  | { readonly criterion: FullCriterion; readonly variant: number | null }
  | { readonly field: 'criterion' | 'slot_id'; readonly fault: string };

function placeOf({ criteria, slots }: Questions, answer: Answer): Place {
  const criterion = criteria.find(({ name }) => name === answer.criterion);
  if (criterion === undefined) {
    return { field: 'criterion', fault: 'the evaluation has no criterion of this name' };
  }
  const slotId = answer.slot_id ?? undefined;
  if (criterion.about === 'comparison') {
    if (slotId === undefined) return { criterion, variant: null };
    return { field: 'slot_id', fault: 'this criterion is about the comparison, not about a slot' };
  }
  // With one output, the slot is clear without an id.
  const isMatch = (slot: TaskSlot) =>
    slotId === undefined ? slots.length === 1 : slot.slotId === slotId;
  const slot = slots.find(isMatch);
  if (slot !== undefined) return { criterion, variant: slot.variant };
  return { field: 'slot_id', fault: 'this must be the id of a slot of this task' };
}

function keyOf(criterion: string, variant: number | null): string {
  return JSON.stringify([criterion, variant]);
}

function valueFaults(
  { scale, required }: FullCriterion,
  value: unknown,
  loc: readonly (string | number)[],
): readonly ValidationIssue[] {
  const found: ValidationIssue[] = [];
  decode(schemaOf(scale, required ? 1 : 0), value, loc, { source: 'json', found });
  const isNumber = scale.kind === 'numeric' && typeof value === 'number';
  if (found.length === 0 && isNumber && !isOnStep(scale, value)) {
    found.push(
      issues.valueError(loc, `this must be ${scale.min} or a multiple of ${scale.step} more`),
    );
  }
  return found;
}

/** The schema of a scale's values, as the contract would declare it. */
function schemaOf(scale: Scale, minLength: number): object {
  const { kind, labels = [], options = [], min, max } = scale;
  switch (kind) {
    case 'binary':
      return { type: 'boolean' };
    case 'likert':
      return { type: 'integer', minimum: 1, maximum: labels.length };
    case 'numeric':
      return { type: 'number', minimum: min, maximum: max };
    case 'choice':
      return { enum: options };
    case 'text':
      return { type: 'string', minLength, maxLength: MAX_TEXT_LENGTH };
    default:
      return kind satisfies never;
  }
}

function hasAllRequired(
  { criteria, slots }: Questions,
  answers: ReadonlyMap<string, CriterionAnswer>,
): boolean {
  return criteria.every(({ name, required, about }) => {
    if (!required) return true;
    const variants = about === 'comparison' ? [null] : slots.map(({ variant }) => variant);
    return variants.every((variant) => answers.has(keyOf(name, variant)));
  });
}
