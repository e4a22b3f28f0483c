import type { ResultInterval } from '../../../contract/results/result-estimates.ts';

/** Names for ids: the page that shows a sentence decides which names its reader may see. */
export interface ResultNames {
  readonly variant: (id: string) => string;
  readonly annotator: (id: string) => string;
}

/** Keeps a number and its unit on one line. */
const SPACE = '\u00a0';

/** Numbers are formatted for the language of the reader's browser or terminal. */
const READERS = undefined;

const whole = new Intl.NumberFormat(READERS, { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat(READERS, { maximumFractionDigits: 1 });
const hundredths = new Intl.NumberFormat(READERS, { maximumFractionDigits: 2 });
const twoDigits = new Intl.NumberFormat(READERS, { maximumSignificantDigits: 2 });
const threeDigits = new Intl.NumberFormat(READERS, { maximumSignificantDigits: 3 });
/** Sentences are English, and so are their plurals. */
const plurals = new Intl.PluralRules('en');

/** "63 %"; tenths only where a whole number would say none, half or all. */
export function percent(share: number): string {
  return `${percentNumber(share)}${SPACE}%`;
}

function percentRange(low: number, high: number): string {
  return `${percentNumber(low)}–${percentNumber(high)}${SPACE}%`;
}

function percentNumber(share: number): string {
  const value = 100 * share;
  const mark = [0, 50, 100].find((one) => Math.round(value) === one);
  if (mark === undefined || Math.abs(value - mark) < ROUNDING) return whole.format(value);
  // Rounded away from the mark: an interval that excludes it must not seem to touch it.
  return tenths.format((value > mark ? Math.ceil(10 * value) : Math.floor(10 * value)) / 10);
}

/** The rounding error of sums of many numbers. */
const ROUNDING = 1e-9;

/** Differences of shares: "12 points". */
function points(difference: number): string {
  const number = pointNumber(difference);
  return `${number}${SPACE}${number === '1' ? 'point' : 'points'}`;
}

function pointRange(low: number, high: number): string {
  return `${pointNumber(low)} to ${pointNumber(high)}${SPACE}points`;
}

function pointNumber(difference: number): string {
  const value = 100 * difference;
  const size = Math.abs(value);
  // Rounded away from 0, as shares are from their marks.
  if (size > ROUNDING && size < 0.1) return withMinus(tenths.format(Math.sign(value) / 10));
  return withMinus((size < 10 ? tenths : whole).format(value));
}

/** "0.43", "13.4". */
export function decimal(value: number): string {
  const size = Math.abs(value);
  if (size < ROUNDING) return '0';
  const format = size < 0.01 ? twoDigits : size < 1 ? hundredths : threeDigits;
  return withMinus(format.format(value));
}

/** "0.76 s". */
export function seconds(value: number): string {
  return `${decimal(value)}${SPACE}s`;
}

function decimalRange(low: number, high: number): string {
  return `${decimal(low)} to ${decimal(high)}`;
}

/** A minus sign, because the number format's hyphen is hard to see; and 0 in place of −0. */
function withMinus(number: string): string {
  return number === '-0' ? '0' : number.replace('-', '−');
}

/** "1 scenario", "1,200 scenarios". */
export function count(number: number, thing: string): string {
  const things = plurals.select(number) === 'one' ? thing : `${thing}s`;
  return `${integer(number)}${SPACE}${things}`;
}

/** "1,200". */
export function integer(number: number): string {
  return whole.format(number);
}

/** "a", "a and b", "a, b and c". */
export function list(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** How one kind of effect is written. */
export interface Unit {
  readonly value: (effect: number) => string;
  readonly range: (low: number, high: number) => string;
  /** On an axis, whose title names the unit where the figure does not. */
  readonly tick: (effect: number) => string;
  /** For a column of numbers: the symbol in its heading, and the factor of its figures. */
  readonly symbol: '%' | 'points' | '';
  readonly times: 1 | 100;
}

export const SHARES: Unit = {
  value: percent,
  range: percentRange,
  tick: percent,
  symbol: '%',
  times: 100,
};
export const POINTS: Unit = {
  value: points,
  range: pointRange,
  tick: pointNumber,
  symbol: 'points',
  times: 100,
};
export const DECIMALS: Unit = {
  value: decimal,
  range: decimalRange,
  tick: decimal,
  symbol: '',
  times: 1,
};

/** "95 % interval 54–71 %". */
export function intervalText({ low, high, level }: ResultInterval, unit: Unit): string {
  return `${percent(level)} interval ${unit.range(low, high)}`;
}

/** " (ties count half; 95 % interval 54–71 %)", or nothing. */
export function inBrackets(parts: readonly (string | null)[]): string {
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? '' : ` (${known.join('; ')})`;
}
