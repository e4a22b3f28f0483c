import fc from 'fast-check';
import { ANY_CHARACTER } from '../support/any-character.ts';

/** One fault of a request; the numbers choose its place. */
export type Fault =
  | { readonly kind: 'value'; readonly at: number; readonly json: string }
  | { readonly kind: 'missing'; readonly at: number }
  | { readonly kind: 'key'; readonly name: string; readonly json: string }
  | { readonly kind: 'body'; readonly json: string }
  | { readonly kind: 'cut'; readonly at: number }
  | { readonly kind: 'bytes'; readonly at: number; readonly hex: string }
  | { readonly kind: 'header'; readonly name: string; readonly value: string }
  | { readonly kind: 'method'; readonly method: string }
  | { readonly kind: 'segment'; readonly at: number; readonly text: string }
  | { readonly kind: 'query'; readonly at: number; readonly text: string }
  | { readonly kind: 'suffix'; readonly text: string };

/** Raw JSON texts, since several of them cannot come out of `JSON.stringify`. */
const HOSTILE_JSON: readonly string[] = [
  'null',
  'true',
  '[]',
  '{}',
  '""',
  '0',
  '-0',
  '1e999',
  '-1e999',
  '1e308',
  '1e-400',
  '9007199254740993',
  `1${'0'.repeat(400)}`,
  '1.5',
  'NaN',
  'Infinity',
  '-',
  '01',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\ud83d\\ude00"',
  '{"\\u0000":1}',
  '{"\\ud800":1}',
  '{"a":1,"a":2}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toString":1,"hasOwnProperty":1,"valueOf":null}',
  `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  `${'['.repeat(100_000)}`,
  `[${'0,'.repeat(60_000)}0]`,
  `"${'x'.repeat(300 * 1024)}"`,
  `"${'😀'.repeat(200)}"`,
  '"\u2028"',
  '"\\u0007"',
  '"\u202e"',
  '" "',
  '"\u00a0"',
  '"../../etc/passwd"',
  '"\' OR 1=1 --"',
  '"<script>alert(1)</script>"',
  '"javascript:alert(1)"',
  '"http://user:secret@host/"',
  '"https://"',
  '"00000000-0000-0000-0000-000000000000"',
  '"ffffffff-ffff-ffff-ffff-ffffffffffff"',
  '"x@y"',
  '["a",1,null,{}]',
  '"\\x"',
  "'single'",
  '{"a":1,}',
  '/* comment */ {}',
  '{} {}',
  '\ufeff{}',
];

const LARGE_JSON = `{"parameters":{"a":"${'x'.repeat(2 * 1024 * 1024)}"}}`;

const HEADERS: Readonly<Record<string, readonly string[]>> = {
  'content-type': [
    'text/plain',
    'application/json; charset=klingon',
    'application/json; charset=utf-16',
    'application/json; charset="utf-8"',
    'application/merge-patch+json',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'json',
    ';;;',
    '*/*',
    '\u00ff',
    `application/${'x'.repeat(2000)}+json`,
  ],
  'content-encoding': ['gzip', 'br', 'identity', 'nonsense'],
  'if-match': ['*', '""', '"1"', 'W/"1"', 'nonsense', '"a", "b"', '"\u00ff"', ',,,'],
  'if-none-match': ['*', '"x"', 'W/"x"', 'nonsense', '"', ',"'],
  'idempotency-key': ['', ' ', 'a b', '\u00e9', 'x'.repeat(255), 'x'.repeat(256), 'a,b', '\t'],
  authorization: ['', 'Bearer', 'Bearer  ', 'Basic YTpi', '\u00ff'.repeat(40), 'x'.repeat(5000)],
  cookie: ['jurybox_session=', 'jurybox_session=x', '=', ';;;', 'jurybox_session', '\u00ff=\u00ff'],
  accept: ['application/xml', '*/*;q=nonsense', 'text/html'],
  host: ['evil.example', 'localhost:99999', '127.0.0.1:1@evil.example', '[::1', 'a b', '\u00ff'],
  origin: ['null', 'https://evil.example'],
  'sec-fetch-site': ['cross-site', 'nonsense'],
  range: ['bytes=0-1'],
  'x-http-method-override': ['DELETE'],
  'x-forwarded-for': ['1.2.3.4', "'; --"],
  'x-request-id': ['chosen by the caller'],
  'accept-encoding': ['nonsense'],
};

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'PURGE',
  'LINK',
  'MKCOL',
  'SEARCH',
  'QUERY',
];

const SEGMENTS: readonly string[] = [
  '%00',
  '%2e%2e',
  '..',
  '%2e%2e%2f',
  '%ff',
  '%c0%ae',
  '%',
  '%zz',
  '%u0041',
  '%25%30%30',
  '%252e%252e',
  ';',
  ';a=b',
  '%3b',
  '%2f',
  '%5c',
  '*',
  '+',
  '@',
  ':',
  '::',
  '-',
  '~',
  '{}',
  'null',
  'undefined',
  'NaN',
  '0',
  '-1',
  '1e3',
  '99999999999999999999',
  '1.5',
  '%20',
  '%0d%0a',
  '%ed%a0%80',
  '%f0%9f%98%80',
  '__proto__',
  'constructor',
  'toString',
  'from-base',
  'own',
  'a'.repeat(3000),
  'a'.repeat(9000),
  '%41'.repeat(1000),
  '00000000000000000000000000000000',
  '00000000-0000-0000-0000-00000000000g',
];

const QUERIES: readonly string[] = [
  'limit=0',
  'limit=-1',
  'limit=1e3',
  'limit=1001',
  'limit=',
  'limit=%00',
  'limit=1&limit=2',
  'limit=1&cursor=',
  'cursor=x',
  'cursor=.',
  'cursor=%00',
  'cursor=e30.e30',
  'cursor=%ff',
  '__proto__=1',
  'constructor=1',
  '__proto__[a]=1',
  'a[]=1',
  'app_id=1&app_id=2',
  '=',
  '&&&',
  'app_name=%00',
  'app_name=%ed%a0%80',
  'base_name=%ff',
  'role=god',
  'from=0',
  'to=-1',
  'to=x',
  'expires_in_days=0',
  'expires_in_days=99999999999999999999',
  'from=9007199254740993',
  '?',
  '#',
  `app_name=${'x'.repeat(3000)}`,
  `cursor=${'x'.repeat(9000)}`,
  Array.from({ length: 500 }, (_, index) => `k${index}=v`).join('&'),
];

const SUFFIXES: readonly string[] = ['/', '//', '/.', '/..', '/%00', ';x', '.json', '/extra', '#x'];

const json = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE_JSON) },
  { weight: 2, arbitrary: fc.json({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: ANY_CHARACTER }).map((text) => JSON.stringify(text)) },
);
const text = (fixed: readonly string[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...fixed) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }).map(percentEncoded) },
  );
const header = fc.constantFrom(...Object.keys(HEADERS)).chain((name) =>
  fc.record({
    kind: fc.constant('header' as const),
    name: fc.constant(name),
    value: fc.constantFrom(...(HEADERS[name] ?? [])),
  }),
);

const FAULT: fc.Arbitrary<Fault> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('value' as const), at: fc.nat(99), json }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('missing' as const), at: fc.nat(99) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('key' as const),
      name: fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'id', '\\ud800'),
      json,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('body' as const), json }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cut' as const), at: fc.nat(200) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('bytes' as const),
      at: fc.nat(200),
      hex: fc.constantFrom('ff', 'c0ae', 'eda080', '00', 'fe', 'f4908080', 'e28028', '80'),
    }),
  },
  { weight: 4, arbitrary: header },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('method' as const),
      method: fc.constantFrom(...METHODS),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('segment' as const),
      at: fc.nat(9),
      text: text(SEGMENTS),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('query' as const),
      at: fc.nat(9),
      text: text(QUERIES),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('suffix' as const),
      text: fc.constantFrom(...SUFFIXES),
    }),
  },
);

/** The faults of one request: mostly one, at times several. */
export const FAULTS: fc.Arbitrary<readonly Fault[]> = fc.oneof(
  { weight: 60, arbitrary: fc.tuple(FAULT) },
  { weight: 20, arbitrary: fc.array(FAULT, { minLength: 2, maxLength: 4 }) },
  // Rare, because it takes longer than all others.
  { weight: 1, arbitrary: fc.constant([{ kind: 'body' as const, json: LARGE_JSON }]) },
);

/** Long values are sent only at random. */
const FIXED_VALUES = HOSTILE_JSON.filter((value) => value.length < 500);

/** Every fixed value at every leaf of a body, one at a time. */
export function everyValueAt(leaves: number): readonly Fault[] {
  return Array.from({ length: leaves }).flatMap((_, at) =>
    FIXED_VALUES.map((json) => ({ kind: 'value' as const, at, json })),
  );
}

function percentEncoded(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}
