import fc from 'fast-check';

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;
const CHARACTERS = 0x110000 - SURROGATES;

/**
 * Any code point that text may contain, as a unit of `fc.string`. fast-check's own unit "binary"
 * first builds a table of all of them, which takes 1.6 s.
 */
export const ANY_CHARACTER: fc.Arbitrary<string> = fc
  .nat(CHARACTERS - 1)
  .map((index) => String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES));
