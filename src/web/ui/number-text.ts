import { isOnStep } from '../../contract/on-step.ts';
import { strings } from '../strings.ts';

/** Which numbers a field takes. */
export interface NumberRule {
  readonly min?: number;
  readonly max?: number;
  /** Counted from `min`; without one, any number between. */
  readonly step?: number;
}

const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

/** What keeps a typed text from being such a number, as a sentence. Nothing typed is no fault. */
export function numberFault(typed: string, rule: NumberRule): string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  const number = Number(text);
  if (!NUMBER.test(text) || !Number.isFinite(number)) return strings.numbers.none;
  const { min, max, step } = rule;
  if (step === 1 && !Number.isInteger(number)) return strings.numbers.notWhole;
  if ((min !== undefined && number < min) || (max !== undefined && number > max)) {
    return strings.numbers.outside(min, max);
  }
  return isOnStep(rule, number) ? undefined : strings.numbers.offStep(neighbours(rule, number));
}

/** The number that a form was given, or a sentence that names the field. */
export function numberIn(typed: string, rule: NumberRule, label: string): number {
  const fault = typed.trim() === '' ? strings.numbers.none : numberFault(typed, rule);
  if (fault !== undefined) throw new Error(strings.numbers.inField(label, fault));
  return Number(typed);
}

/** The values of a scale around a number between them. */
function neighbours({ min = 0, max = Infinity, step = 1 }: NumberRule, number: number) {
  const steps = Math.floor((number - min) / step);
  // Twelve digits leave out what binary fractions add.
  return [steps, steps + 1]
    .map((count) => Number((min + count * step).toPrecision(12)))
    .filter((value) => value <= max);
}
