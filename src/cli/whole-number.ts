import { InvalidArgumentError } from 'commander';

/** Parses an option that is a whole number from 1. */
export function wholeNumber(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && Number.isSafeInteger(number)) return number;
  throw new InvalidArgumentError('Enter a whole number, 1 or more.');
}
