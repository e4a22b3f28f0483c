import { issues, type ValidationIssue } from './validation.ts';

type Loc = readonly (string | number)[];

interface StringRules {
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** Checks one string against its rules; names come back trimmed. */
export function decodeString(
  rules: StringRules,
  value: unknown,
  loc: Loc,
  found: ValidationIssue[],
): string | undefined {
  if (loc[0] !== 'body' && rules.format === 'reference' && isBroken(String(value)))
    return NO_OBJECT;
  if (typeof value !== 'string') {
    found.push(issues.stringType(loc));
    return undefined;
  }
  if (isBroken(value)) {
    found.push(issues.stringUnicode(loc));
    return undefined;
  }
  const text = rules.format === 'name' ? trimWhiteSpace(value) : value;
  if (rules.minLength !== undefined && isShorter(text, rules.minLength)) {
    found.push(issues.stringTooShort(loc, rules.minLength));
    return undefined;
  }
  if (rules.maxLength !== undefined && isLonger(text, rules.maxLength)) {
    found.push(issues.stringTooLong(loc, rules.maxLength));
    return undefined;
  }
  const fault = formatIssue(rules.format, text, loc);
  if (fault !== undefined) found.push(fault);
  return text;
}

/** What broken text in a path or query decodes to: an id or name that no object has. */
const NO_OBJECT = '';

/** Reports every string and key inside a JSON value that no database can keep unchanged. */
export function unicodeIssues(value: unknown, loc: Loc, found: ValidationIssue[]): void {
  collectUnicodeIssues(value, [...loc], found);
}

function collectUnicodeIssues(
  value: unknown,
  loc: (string | number)[],
  found: ValidationIssue[],
): void {
  if (typeof value === 'string') {
    if (isBroken(value)) found.push(issues.stringUnicode(loc));
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      loc.push(index);
      collectUnicodeIssues(item, loc, found);
      loc.pop();
    });
    return;
  }
  for (const key of Object.keys(value)) {
    if (isBroken(key)) found.push(issues.stringUnicode(loc));
    else {
      loc.push(key);
      collectUnicodeIssues(Reflect.get(value, key), loc, found);
      loc.pop();
    }
  }
}

/** NUL is refused by PostgreSQL, and an unpaired surrogate would silently become U+FFFD. */
function isBroken(text: string): boolean {
  return text.includes('\u0000') || !text.isWellFormed();
}

/** Unicode white space, which is not quite what String.prototype.trim removes. */
export function trimWhiteSpace(text: string): string {
  return text.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, '');
}

/** A text has at most as many code points as code units, so most texts need no counting. */
function isLonger(text: string, limit: number): boolean {
  return text.length > limit && codePoints(text) > limit;
}

/** A text has at least half as many code points as code units. */
function isShorter(text: string, limit: number): boolean {
  return text.length < limit * 2 && codePoints(text) < limit;
}

/** Length as the contract counts it. */
export function codePoints(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

function formatIssue(
  format: string | undefined,
  text: string,
  loc: Loc,
): ValidationIssue | undefined {
  switch (format) {
    case 'name':
      return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)
        ? issues.valueError(loc, 'names cannot contain control characters or line separators')
        : undefined;
    case 'email':
      return /^[^\s@]+@[^\s@]+$/u.test(text)
        ? undefined
        : issues.valueError(loc, 'this is not an e-mail address');
    case 'http-url':
      return urlIssue(text, loc);
    default:
      return undefined;
  }
}

function urlIssue(text: string, loc: Loc): ValidationIssue | undefined {
  const url = parseUrl(text);
  if (url === undefined) return issues.urlParsing(loc, 'it must be absolute and have a host');
  if (url.scheme !== 'http' && url.scheme !== 'https') return issues.urlScheme(loc);
  if (url.authority.includes('@')) {
    return issues.urlParsing(loc, 'it must not hold a user name or password');
  }
  if (!/^(\[[\da-f:.]+\]|[^:[\]]+)(:\d{1,5})?$/iu.test(url.authority)) {
    return issues.urlParsing(loc, 'it must have a host and, if any, a port number');
  }
  return /\s|\p{Cc}/u.test(text)
    ? issues.urlParsing(loc, 'it must not hold spaces or control characters')
    : undefined;
}

/** Checks the shape only; `outbound` parses the URLs it fetches. */
function parseUrl(text: string): { scheme: string; authority: string } | undefined {
  const match = /^([a-z][a-z0-9+.-]*):(?:\/\/([^/?#\\]*))?/iu.exec(text);
  if (match === null) return undefined;
  return { scheme: (match[1] ?? '').toLowerCase(), authority: match[2] ?? '' };
}
