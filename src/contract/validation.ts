export interface ValidationIssue {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

export const MAX_ISSUES = 100;

/** A request that does not fit its endpoint; answered with 422. */
export class ValidationFailure extends Error {
  readonly issues: readonly ValidationIssue[];

  constructor(issues: readonly ValidationIssue[]) {
    super('The request does not fit the endpoint.');
    this.name = 'ValidationFailure';
    this.issues = issues.slice(0, MAX_ISSUES);
  }
}

type Loc = readonly (string | number)[];

/** Copies `loc`, because a decoder changes its own as it goes. */
const issue = (type: string, loc: Loc, msg: string): ValidationIssue => ({
  loc: [...loc],
  msg,
  type,
});

/** Begins a message where the API that this one is compatible with does. */
const VALUE_ERROR = 'Value error, ';

/** The message of an issue as people read it. */
export function readableMessage({ msg }: ValidationIssue): string {
  return msg.startsWith(VALUE_ERROR) ? msg.slice(VALUE_ERROR.length) : msg;
}

/** The wire contract's vocabulary: exact types and messages. */
export const issues = {
  missing: (loc: Loc) => issue('missing', loc, 'Field required'),
  jsonInvalid: (offset: number, reason?: string) =>
    issue(
      'json_invalid',
      ['body', offset],
      reason === undefined ? 'JSON decode error' : `JSON decode error: ${reason}`,
    ),
  notAnObject: (loc: Loc) =>
    issue(
      'model_attributes_type',
      loc,
      'Input should be a valid dictionary or object to extract fields from',
    ),
  stringType: (loc: Loc) => issue('string_type', loc, 'Input should be a valid string'),
  stringUnicode: (loc: Loc) =>
    issue(
      'string_unicode',
      loc,
      'Input should be a valid string, unable to parse raw data as a unicode string',
    ),
  stringTooShort: (loc: Loc, limit: number) =>
    issue('string_too_short', loc, `String should have at least ${count(limit, 'character')}`),
  stringTooLong: (loc: Loc, limit: number) =>
    issue('string_too_long', loc, `String should have at most ${count(limit, 'character')}`),
  dictType: (loc: Loc) => issue('dict_type', loc, 'Input should be a valid dictionary'),
  listType: (loc: Loc) => issue('list_type', loc, 'Input should be a valid list'),
  tooShort: (loc: Loc, limit: number, actual: number) =>
    issue(
      'too_short',
      loc,
      `List should have at least ${count(limit, 'item')} after validation, not ${actual}`,
    ),
  tooLong: (loc: Loc, limit: number, actual: number) =>
    issue(
      'too_long',
      loc,
      `List should have at most ${count(limit, 'item')} after validation, not ${actual}`,
    ),
  intParsing: (loc: Loc) =>
    issue(
      'int_parsing',
      loc,
      'Input should be a valid integer, unable to parse string as an integer',
    ),
  intType: (loc: Loc) => issue('int_type', loc, 'Input should be a valid integer'),
  intFromFloat: (loc: Loc) =>
    issue(
      'int_from_float',
      loc,
      'Input should be a valid integer, got a number with a fractional part',
    ),
  floatType: (loc: Loc) => issue('float_type', loc, 'Input should be a valid number'),
  floatParsing: (loc: Loc) =>
    issue(
      'float_parsing',
      loc,
      'Input should be a valid number, unable to parse string as a number',
    ),
  greaterThanEqual: (loc: Loc, bound: number) =>
    issue('greater_than_equal', loc, `Input should be greater than or equal to ${bound}`),
  lessThanEqual: (loc: Loc, bound: number) =>
    issue('less_than_equal', loc, `Input should be less than or equal to ${bound}`),
  boolType: (loc: Loc) => issue('bool_type', loc, 'Input should be a valid boolean'),
  boolParsing: (loc: Loc) =>
    issue('bool_parsing', loc, 'Input should be a valid boolean, unable to interpret input'),
  notOneOf: (loc: Loc, values: readonly string[]) =>
    issue('enum', loc, `Input should be ${alternatives(values)}`),
  urlParsing: (loc: Loc, why: string) =>
    issue('url_parsing', loc, `Input should be a valid URL, ${why}`),
  urlScheme: (loc: Loc) => issue('url_scheme', loc, "URL scheme should be 'http' or 'https'"),
  valueError: (loc: Loc, why: string) => issue('value_error', loc, `${VALUE_ERROR}${why}`),
  idempotencyKeyReused: () =>
    issue(
      'idempotency_key_reused',
      ['header', 'idempotency-key'],
      'Idempotency key was used with another request',
    ),
} as const;

function count(limit: number, noun: string): string {
  return `${limit} ${limit === 1 ? noun : `${noun}s`}`;
}

function alternatives(values: readonly string[]): string {
  const quoted = values.map((value) => `'${value}'`);
  const last = quoted.pop();
  return quoted.length === 0 ? `${last}` : `${quoted.join(', ')} or ${last}`;
}
