import { trimWhiteSpace } from '../contract/decode-string.ts';

/** A name as it is shown, and what it is compared by. */
export interface Name {
  readonly text: string;
  readonly key: string;
}

export function toName(text: string): Name {
  return { text, key: nameKey(text) };
}

/**
 * What two names are compared by: NFKC, then full case folding, then trimmed.
 *
 * JavaScript has no case folding. Lower, upper and lower again, one character at a time (so that
 * no rule about the end of a word applies), puts exactly the same characters into one class, but
 * for the dotless i, which upper-casing would merge with i.
 */
export function nameKey(name: string): string {
  if (PLAIN.test(name)) return name.toLowerCase();
  let key = '';
  for (const character of name.normalize('NFKC')) key += fold(character);
  return trimWhiteSpace(key);
}

/** ASCII without space around it: all of the above comes down to lower case, ten times faster. */
const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

const DOTLESS_I = '\u0131';

function fold(character: string): string {
  if (character === DOTLESS_I) return character;
  let folded = '';
  for (const upper of character.toLowerCase().toUpperCase()) folded += upper.toLowerCase();
  return folded;
}
