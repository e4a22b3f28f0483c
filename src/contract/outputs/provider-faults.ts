import { issues, type ValidationIssue } from '../validation.ts';

interface SentProvider {
  readonly api_key?: string | null;
  readonly headers?: Readonly<Record<string, unknown>>;
}

const MAX_HEADERS = 20;
const KEY = /^[\x21-\x7e]+$/;
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/;
/** Visible ASCII with spaces between, which every server reads the same way. */
const HEADER_VALUE = /^[\x21-\x7e]([\x20-\x7e]{0,4094}[\x21-\x7e])?$/;
/** Headers that frame or route a message, which no setting may change. */
const RESERVED =
  /^(host|connection|content-length|content-type|transfer-encoding|te|trailer|upgrade|expect|keep-alive|accept-encoding|proxy-.*|cookie)$/i;

/** A key must work as a bearer token, and headers must not change how a call is sent. */
export function providerFaults({ api_key, headers }: SentProvider): readonly ValidationIssue[] {
  return [...keyFaults(api_key), ...headerFaults(headers ?? {})];
}

function keyFaults(key: string | null | undefined): readonly ValidationIssue[] {
  if (key === undefined || key === null || KEY.test(key)) return [];
  const why = 'a key has visible ASCII characters only, and no spaces';
  return [issues.valueError(['body', 'api_key'], why)];
}

function headerFaults(headers: Readonly<Record<string, unknown>>): readonly ValidationIssue[] {
  const entries = Object.entries(headers);
  const names = entries.map(([name]) => name.toLowerCase());
  if (entries.length > MAX_HEADERS) {
    return [issues.valueError(['body', 'headers'], `send at most ${MAX_HEADERS} headers`)];
  }
  return entries.flatMap(([name, value], index) => {
    const loc = ['body', 'headers', name];
    if (!HEADER_NAME.test(name)) return [issues.valueError(loc, 'this is not a header name')];
    if (RESERVED.test(name)) return [issues.valueError(loc, 'this header is set by the service')];
    if (names.indexOf(name.toLowerCase()) !== index) {
      return [issues.valueError(loc, 'each header may be named once')];
    }
    if (typeof value !== 'string' || !HEADER_VALUE.test(value)) {
      return [issues.valueError(loc, 'a header value has 1 to 4096 visible ASCII characters')];
    }
    return [];
  });
}
