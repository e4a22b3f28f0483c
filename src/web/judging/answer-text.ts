import type { FullCriterion } from '../../contract/evaluations/evaluation-settings.ts';
import type { Answer } from '../../contract/judging/assignments.ts';
import { exactNumber } from '../localized.ts';
import { strings } from '../strings.ts';
import { choicesOf } from './questions.ts';

/** An answer to a criterion, worded like the choices that the annotator saw. */
export function answerText(
  { criterion, value }: Pick<Answer, 'criterion' | 'value'>,
  criteria: readonly FullCriterion[],
): string {
  const { yes, no } = strings.judging;
  const scale = criteria.find(({ name }) => name === criterion)?.scale;
  const choices = scale === undefined ? [] : choicesOf(scale, { yes, no });
  const chosen = choices.find((choice) => choice.value === value);
  if (chosen !== undefined) return chosen.label;
  return typeof value === 'number' ? exactNumber(value) : String(value);
}
