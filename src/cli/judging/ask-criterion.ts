import type { FullCriterion } from '../../contract/evaluations/evaluation-settings.ts';
import type { Answer } from '../../contract/judging/assignments.ts';
import { plainText } from '../plain-text.ts';
import type { Shell } from '../shell.ts';
import type { Keyboard } from './keyboard.ts';

interface CriterionQuestion {
  readonly shell: Shell;
  readonly keyboard: Keyboard;
  readonly criterion: FullCriterion;
  /** Names the slot, in front of the question. */
  readonly about: string;
}

/** An answer on the scale; null if it is left out, undefined at the end of the input. */
export async function askCriterion({
  shell,
  keyboard,
  criterion,
  about,
}: CriterionQuestion): Promise<Answer['value'] | null | undefined> {
  const { name, question, required } = criterion;
  const orNothing = required ? '' : ', or nothing';
  for (;;) {
    shell.say(`${about}${plainText(question || name)} (${choicesOf(criterion)}${orNothing})`);
    const line = await keyboard.line();
    if (line === undefined) return undefined;
    const text = line.trim();
    if (text === '' && !required) return null;
    const value = valueOf(criterion, text);
    if (value !== undefined) return value;
  }
}

function choicesOf({ scale }: FullCriterion): string {
  const numbered = (texts: readonly string[] = []) =>
    texts.map((text, index) => `${index + 1} ${plainText(text)}`).join(', ');
  switch (scale.kind) {
    case 'binary':
      return 'Y or N';
    case 'likert':
      return numbered(scale.labels);
    case 'choice':
      return numbered(scale.options);
    case 'numeric':
      return `${scale.min} to ${scale.max}`;
    case 'text':
      return 'a text';
  }
}

function valueOf({ scale }: FullCriterion, text: string): Answer['value'] | undefined {
  const number = text === '' ? Number.NaN : Number(text);
  switch (scale.kind) {
    case 'binary':
      return /^y(es)?$/i.test(text) ? true : /^no?$/i.test(text) ? false : undefined;
    case 'likert':
      return scale.labels?.[number - 1] === undefined ? undefined : number;
    case 'choice':
      return scale.options?.[number - 1];
    case 'numeric':
      return number >= (scale.min ?? 0) && number <= (scale.max ?? 0) ? number : undefined;
    case 'text':
      return text === '' ? undefined : text;
  }
}
