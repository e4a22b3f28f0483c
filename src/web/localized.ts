/**
 * Dates and numbers follow the browser's language. Plurals follow the language of the texts, which
 * are always English.
 */
const BROWSER = undefined;
const TEXTS = 'en';

const wholeNumbers = new Intl.NumberFormat(BROWSER, { maximumFractionDigits: 0 });
const threeDigits = new Intl.NumberFormat(BROWSER, { maximumSignificantDigits: 3 });
const shortMoments = new Intl.DateTimeFormat(BROWSER, { dateStyle: 'medium', timeStyle: 'short' });
const longMoments = new Intl.DateTimeFormat(BROWSER, { dateStyle: 'long', timeStyle: 'short' });
const days = new Intl.DateTimeFormat(BROWSER, { dateStyle: 'long' });
const distances = new Intl.RelativeTimeFormat(BROWSER, { numeric: 'auto', style: 'short' });
const forms = new Intl.PluralRules(TEXTS);

export function wholeNumber(value: number): string {
  return wholeNumbers.format(value);
}

/** One decimal below ten, none above. */
export function roughNumber(value: number): string {
  return (value < 10 ? oneDecimal : wholeNumbers).format(value);
}

const oneDecimal = new Intl.NumberFormat(BROWSER, { maximumFractionDigits: 1 });

export function preciseNumber(value: number): string {
  return threeDigits.format(value);
}

/** Up to twelve decimals. */
export function exactNumber(value: number): string {
  return allDigits.format(value);
}

const allDigits = new Intl.NumberFormat(BROWSER, { maximumFractionDigits: 12 });

/** A number with its noun, such as "1 judgement" and "1,200 judgements". */
export function counted(value: number, noun: { readonly one: string; readonly other: string }) {
  return `${wholeNumber(value)} ${forms.select(value) === 'one' ? noun.one : noun.other}`;
}

export function shortMoment(moment: Date): string {
  return shortMoments.format(moment);
}

export function longMoment(moment: Date): string {
  return longMoments.format(moment);
}

export function day(moment: Date): string {
  return days.format(moment);
}

/** How long ago, or how far ahead. */
export function distance(value: number, unit: Intl.RelativeTimeFormatUnit): string {
  return distances.format(value, unit);
}
