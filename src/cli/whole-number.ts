import { InvalidArgumentError } from 'commander';

/** An option that counts something, from 1. */
export function wholeNumber(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && Number.isSafeInteger(number)) return number;
  throw new InvalidArgumentError('Write a whole number from 1 up.');
}
