import { isOnStep } from '../../contract/on-step.ts';
import { strings } from '../strings.ts';

/** Which numbers a field accepts. */
export interface NumberRule {
  readonly min?: number;
  readonly max?: number;
  /** Counted from `min`; without a step, any number in range. */
  readonly step?: number;
}

const NUMBER = /^[-+]?(\d+[.,]?\d*|[.,]\d+)(e[-+]?\d+)?$/i;

/** 1,000 is a thousand in some languages and one in others. */
const AMBIGUOUS = /^[-+]?[1-9]\d{0,2},\d{3}$/;

/** A typed number, or NaN. The number pads of many phones have a comma instead of a point. */
export function numberOf(typed: string): number {
  const text = typed.trim();
  return NUMBER.test(text) && !AMBIGUOUS.test(text) ? Number(text.replace(',', '.')) : NaN;
}

/** The keys a phone shows for such numbers. iPhone number pads have no minus. */
export function inputModeFor({
  min = -Infinity,
  step,
}: NumberRule): 'numeric' | 'decimal' | 'text' {
  if (min < 0) return 'text';
  return step === 1 ? 'numeric' : 'decimal';
}

/** Why typed text breaks the rule, as a sentence. Empty text has no fault. */
export function numberFault(typed: string, rule: NumberRule): string | undefined {
  if (typed.trim() === '') return undefined;
  const number = numberOf(typed);
  if (!Number.isFinite(number)) return strings.numbers.none;
  const { min, max, step } = rule;
  if (step === 1 && !Number.isInteger(number)) return strings.numbers.notWhole;
  if ((min !== undefined && number < min) || (max !== undefined && number > max)) {
    return strings.numbers.outside(min, max);
  }
  return isOnStep(rule, number) ? undefined : strings.numbers.offStep(neighbours(rule, number));
}

/** A number typed into a form. Throws a sentence with the name of the field. */
export function numberIn(typed: string, rule: NumberRule, label: string): number {
  const fault = typed.trim() === '' ? strings.numbers.none : numberFault(typed, rule);
  if (fault !== undefined) throw new Error(strings.numbers.inField(label, fault));
  return numberOf(typed);
}

/** The two values of a scale nearest to a number between them. */
function neighbours({ min = 0, max = Infinity, step = 1 }: NumberRule, number: number) {
  const steps = Math.floor((number - min) / step);
  // Twelve digits drop the error of binary fractions.
  return [steps, steps + 1]
    .map((count) => Number((min + count * step).toPrecision(12)))
    .filter((value) => value <= max);
}
