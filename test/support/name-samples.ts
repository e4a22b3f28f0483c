/** Names that every name field of the API refuses, and the fault that it reports. */
export const REFUSED_NAMES = [
  { name: '', type: 'string_too_short', msg: 'String should have at least 1 character' },
  {
    name: ' \t\u00a0\u3000 ',
    type: 'string_too_short',
    msg: 'String should have at least 1 character',
  },
  {
    name: 'x'.repeat(129),
    type: 'string_too_long',
    msg: 'String should have at most 128 characters',
  },
  {
    name: '\u{1f600}'.repeat(129),
    type: 'string_too_long',
    msg: 'String should have at most 128 characters',
  },
  { name: 'a\u0007b', type: 'value_error' },
  { name: 'a\nb', type: 'value_error' },
  { name: 'a\u0085b', type: 'value_error' },
  { name: 'a\u2028b', type: 'value_error' },
  { name: 'a\u2029b', type: 'value_error' },
  { name: 'a\u0000b', type: 'string_unicode' },
  { name: 'a\ud800b', type: 'string_unicode' },
] as const;

/** Pairs that are one name: equal by case, width, compatibility form or surrounding space. */
export const EQUAL_NAMES = [
  ['Summary', 'sUMMARY'],
  ['Straße', 'STRASSE'],
  ['ABC 1', '\uff21\uff22\uff23\u3000\uff11'],
  ['\ufb01ne', 'fine'],
  ['caf\u00e9', 'CAFE\u0301'],
  ['\u03a3\u03af\u03c3\u03c5\u03c6\u03bf\u03c2', '\u03c3\u03af\u03c3\u03c5\u03c6\u03bf\u03c3'],
  ['padded', ' \u2003padded\t'],
] as const;

/** Names that are kept as they are sent. */
export const ACCEPTED_NAMES = ['x'.repeat(128), '\u{1f600}'.repeat(128), '.', '漢字 & <b>', "o'"];
