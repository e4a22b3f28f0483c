import { trimWhiteSpace } from '../contract/decode-string.ts';

/** A name as it is shown, and the key it is compared by. */
export interface Name {
  readonly text: string;
  readonly key: string;
}

/** In characters, not in code units. */
export const LONGEST_NAME = 128;

export function toName(text: string): Name {
  return { text, key: nameKey(text) };
}

/** The text as far as a name can be long, without outer space. */
export function cutToName(text: string, longest = LONGEST_NAME): string {
  return trimWhiteSpace(Array.from(trimWhiteSpace(text)).slice(0, longest).join(''));
}

/**
 * The key that two names are compared by: NFKC, then full case folding, then trimmed.
 *
 * JavaScript has no case folding. Lower-, upper- and lower-casing one character at a time (so that
 * no rule about the end of a word applies) makes exactly the same characters equal, except for the
 * dotless i, which upper-casing would merge with i.
 */
export function nameKey(name: string): string {
  if (PLAIN.test(name)) return name.toLowerCase();
  let key = '';
  for (const character of name.normalize('NFKC')) key += fold(character);
  return trimWhiteSpace(key);
}

/** For ASCII without outer space, all of the above is lower-casing, which is ten times faster. */
const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

const DOTLESS_I = '\u0131';

function fold(character: string): string {
  if (character === DOTLESS_I) return character;
  let folded = '';
  for (const upper of character.toLowerCase().toUpperCase()) folded += upper.toLowerCase();
  return folded;
}
