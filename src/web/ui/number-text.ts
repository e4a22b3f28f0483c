import { isOnStep } from '../../contract/on-step.ts';
import { strings } from '../strings.ts';

/** Which numbers a field takes. */
export interface NumberRule {
  readonly min?: number;
  readonly max?: number;
  /** Counted from `min`; without a step, any number in between. */
  readonly step?: number;
}

const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

/** A sentence why a typed text is not such a number. An empty text has no fault. */
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

/** The number in a form; throws a sentence with the name of the field. */
export function numberIn(typed: string, rule: NumberRule, label: string): number {
  const fault = typed.trim() === '' ? strings.numbers.none : numberFault(typed, rule);
  if (fault !== undefined) throw new Error(strings.numbers.inField(label, fault));
  return Number(typed);
}

/** The two values of a scale nearest to a number between them. */
function neighbours({ min = 0, max = Infinity, step = 1 }: NumberRule, number: number) {
  const steps = Math.floor((number - min) / step);
  // Twelve digits drop the error of binary fractions.
  return [steps, steps + 1]
    .map((count) => Number((min + count * step).toPrecision(12)))
    .filter((value) => value <= max);
}
