/** Starts with a letter, or a vowel sign as on Thai keyboards, of another script. */
const NOT_LATIN = /^(?!\p{Script=Latin})[\p{L}\p{M}]/u;

interface Key {
  readonly key: string;
  /** The physical key. */
  readonly code: string;
}

/**
 * The key in lower case. On keyboards for another script (Cyrillic, Greek, Arabic), the Latin
 * letter at the same place, as printed on most of them.
 */
export function latinKeyOf({ key, code }: Key): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  return (NOT_LATIN.test(key) && letter !== undefined ? letter : key).toLowerCase();
}
