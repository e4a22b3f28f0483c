import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { decodeFile } from '../../src/web/testsets/decode-file.ts';
import { parseTable } from '../../src/web/testsets/parse-table.ts';
import { makeApp } from '../support/builders.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';

type Row = Readonly<Record<string, string>>;
type Outcome = readonly Row[] | { readonly line: number; readonly reason: string };

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const bigEndian = (text: string) => utf16(text).swap16();
const row = (a: string, b: string): Row => ({ a, b });
const refused = (line: number, reason: string): Outcome => ({ line, reason });

const NO_HEADER = 'The file has no header with column names.';
const NAMELESS = 'Each column needs a name in the header.';
const TWICE = 'The header has a column name twice. Rename one.';
const NOT_CLOSED = 'A quote that opens here is not closed where its cell ends.';
const STRAY_QUOTE =
  'A quote is inside a cell that is not quoted. Quote the cell and double the quote.';
const LONE_RETURN = 'A carriage return is alone: end lines with LF or CRLF.';
const NOT_TEXT = 'This is not text in UTF-8, or in UTF-16 with a byte order mark.';
const NUL = 'This line contains a NUL character. Remove it.';
const tooMany = (cells: number, columns: number) =>
  `A row has ${cells} cells, the header ${columns}.`;

/** Longer than the chunks in which the server reads a file, with all special characters inside. */
const LONG = 'lorem, "ipsum"\r\n'.repeat(20_000);
const WIDE = Array.from({ length: 200 }, (_, index) => `c${index}`);

/** The dialect: how the browser and the server read each file. */
const FILES: readonly (readonly [title: string, content: string | Buffer, outcome: Outcome])[] = [
  ['plain', 'a,b\n1,2\n', [row('1', '2')]],
  ['no line end at the end', 'a,b\n1,2', [row('1', '2')]],
  ['a header alone', 'a,b\n', []],
  ['lines that end with CRLF', 'a,b\r\n1,2\r\n', [row('1', '2')]],
  ['lines that end with LF and with CRLF', 'a,b\r\n1,2\n3,4\r\n', [row('1', '2'), row('3', '4')]],
  ['lines that end with CR', 'a,b\r1,2\r', refused(1, LONE_RETURN)],
  ['a lone carriage return', 'a,b\n1,2\r3,4\n', refused(2, LONE_RETURN)],
  ['a lone carriage return in quotes', 'a,b\n"1\r1",2\n', [row('1\r1', '2')]],
  ['nothing', '', refused(1, NO_HEADER)],
  ['empty lines alone', '\n\r\n\n', refused(1, NO_HEADER)],
  ['empty lines', '\n\na,b\n\n1,2\n\r\n', [row('1', '2')]],
  ['a line of spaces', 'a,b\n  \n', [row('  ', '')]],
  ['a line of delimiters', 'a,b\n,\n', [row('', '')]],
  ['a quoted empty line', 'a\n""\n', [{ a: '' }]],
  ['one column', 'a\n1\n2', [{ a: '1' }, { a: '2' }]],
  ['a cell too few', 'a,b\n1\n', [row('1', '')]],
  ['a cell too many', 'a,b\n1,2\n1,2,3\n', refused(3, tooMany(3, 2))],
  ['an empty cell too many', 'a,b\n1,2,\n', refused(2, tooMany(3, 2))],
  ['a long row after line breaks', 'a,b\n"1\n1",2\r\n\n1,2,3', refused(5, tooMany(3, 2))],
  ['a long row after CRLF in quotes', 'a,b\r\n"1\r\n1",2\r\n1,2,3', refused(4, tooMany(3, 2))],
  ['quotes around each cell', '"a","b"\n"1","2"\n', [row('1', '2')]],
  ['delimiters in quotes', 'a,b\n"1,1","2;2"\n', [row('1,1', '2;2')]],
  ['line breaks in quotes', 'a,b\n"1\n1","2\r\n2"\n', [row('1\n1', '2\r\n2')]],
  ['quotes in quotes', 'a,b\n"""1""","2"""""\n', [row('"1"', '2""')]],
  ['spaces inside and outside quotes', 'a,b\n 1 ," 2 "\n', [row(' 1 ', ' 2 ')]],
  ['apostrophes, which are no quotes', "a,b\n'1,2'\n", [row("'1", "2'")]],
  ['backslashes, which escape nothing', 'a,b\n\\n,"\\"\n', [row('\\n', '\\')]],
  ['a quote not closed', 'a,b\n1,2\n"3,4\n', refused(3, NOT_CLOSED)],
  ['a quote not closed in the header', 'a,"b\n1,2\n', refused(1, NOT_CLOSED)],
  ['a quote not closed after others', 'a,b\n"1\n1","2\n\n', refused(3, NOT_CLOSED)],
  ['text after a quote', 'a,b\n"1"x,2\n', refused(2, NOT_CLOSED)],
  ['a space after a quote', 'a,b\n1,"2" \n', refused(2, NOT_CLOSED)],
  ['a space before a quote', 'a,b\n1, "2"\n', refused(2, STRAY_QUOTE)],
  ['a stray quote', 'a,b\n1,2\n3 "x",4\n', refused(3, STRAY_QUOTE)],
  ['a stray quote before a long row', 'a,b\n5",6\n1,2,3\n', refused(2, STRAY_QUOTE)],
  ['a long row before a stray quote', 'a,b\n1,2,3\n5",6\n', refused(2, tooMany(3, 2))],
  ['semicolons', 'a;b\r\n1, 2;"x\n""y"""\r\n', [row('1, 2', 'x\n"y"')]],
  ['tabs', 'a\tb\n1\t2', [row('1', '2')]],
  ['bars', 'a|b\n1|2', [row('1', '2')]],
  ['more commas in rows than semicolons', 'a;b\n1,1,1;2\n', [row('1,1,1', '2')]],
  ['as many commas as semicolons', 'a,b;c\n1,2;3\n', [{ a: '1', 'b;c': '2;3' }]],
  ['other delimiters in a quoted header', '"a,,";b\n1;2\n', [{ 'a,,': '1', b: '2' }]],
  ['another delimiter', 'a:b\n1:2\n', [{ 'a:b': '1:2' }]],
  ['a byte order mark', '\ufeffa,b\n1,2', [row('1', '2')]],
  ['a byte order mark before a quote', '\ufeff"a",b\n1,2', [row('1', '2')]],
  ['two byte order marks', '\ufeff\ufeffa,b\n1,2', [{ '\ufeffa': '1', b: '2' }]],
  ['a byte order mark alone', '\ufeff', refused(1, NO_HEADER)],
  ['UTF-8', 'a,b\ncafé,😀\n', [row('café', '😀')]],
  ['UTF-16 with a mark', utf16('a,b\ncafé,😀\n'), [row('café', '😀')]],
  ['big-endian UTF-16 with a mark', bigEndian('a,b\ncafé,2\n'), [row('café', '2')]],
  ['UTF-16 without a mark', utf16('a,b\n1,2\n').subarray(2), refused(1, NUL)],
  [
    'half of a pair in UTF-16',
    Buffer.concat([utf16('a\n'), Buffer.from([0x3d, 0xd8])]),
    refused(2, NOT_TEXT),
  ],
  ['Latin-1', Buffer.from('a,b\nx,y\ncaf\xe9,2\n', 'latin1'), refused(3, NOT_TEXT)],
  ['a character cut off', Buffer.from('a,b\n1,2\xe2\x82', 'latin1'), refused(2, NOT_TEXT)],
  [
    'a bad byte some lines after a character split between chunks',
    Buffer.concat([Buffer.from(`a\n${'x'.repeat(16_381)}é\ny\nz\n`), Buffer.from([0xff])]),
    refused(5, NOT_TEXT),
  ],
  ['a replacement character', 'a\n\ufffd\n', [{ a: '\ufffd' }]],
  ['a NUL', 'a\n1\n\0\n', refused(3, NUL)],
  ['one name twice', 'a,a\n1,2', refused(1, TWICE)],
  ['one name twice, later', '\n\na,b,a\n1,2,3', refused(3, TWICE)],
  ['names that differ in case or spaces', 'a,A, a\n1,2,3', [{ a: '1', A: '2', ' a': '3' }]],
  ['a column without a name', 'a,\n1,2', refused(1, NAMELESS)],
  ['a name with a line break', '"a\na",b\n1,2,3', refused(3, tooMany(3, 2))],
  [
    'cells made safe for spreadsheets',
    "'=a,b\n'=1,''-2\n'x,'\n",
    [
      { '=a': '=1', b: "'-2" },
      { '=a': "'x", b: "'" },
    ],
  ],
  [
    'names of object properties',
    '__proto__,constructor\n1,2',
    [
      Object.fromEntries([
        ['__proto__', '1'],
        ['constructor', '2'],
      ]),
    ],
  ],
  ['a long cell', `a,b\n${'x'.repeat(300_000)},2\n`, [row('x'.repeat(300_000), '2')]],
  ['a long quoted cell', `a,b\n1,"${LONG.replaceAll('"', '""')}"\n`, [row('1', LONG)]],
  [
    'a fault after a long quoted cell',
    `a,b\n1,"${LONG.replaceAll('"', '""')}"\n"x"y,2\n`,
    refused(20_003, NOT_CLOSED),
  ],
  [
    'as many columns as a test set can have',
    `${WIDE.join(',')}\n${WIDE.join(',')}\n`,
    [Object.fromEntries(WIDE.map((name) => [name, name]))],
  ],
];

describe('a CSV file', () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ engine: 'sqlite' });
  });
  after(() => server.stop());

  for (const [title, content, expected] of FILES) {
    const verb = 'line' in expected ? 'refused' : 'read';
    test(`is ${verb} by the browser and by the server: ${title}`, async () => {
      const bytes = Buffer.from(content);
      assert.deepEqual(outcomeInBrowser(bytes), expected);
      assert.deepEqual(await outcomeOnServer(server, bytes), expected);
    });
  }
});

/** The rows, or the line and the reason of the fault. */
function outcomeInBrowser(bytes: Uint8Array): unknown {
  try {
    return parseTable(decodeFile(bytes, 'rows.csv'), 'CSV').rows;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [, line, reason] = /^Line ([\d,]+): (.*)$/.exec(message) ?? [];
    return line === undefined ? message : { line: Number(line.replaceAll(',', '')), reason };
  }
}

async function outcomeOnServer({ owner }: TestServer, bytes: Uint8Array): Promise<unknown> {
  const { app_id } = await makeApp(owner);
  const { status, body } = await owner.reply.uploadTestset({
    body: { app_id, file: new File([Buffer.from(bytes)], 'rows.csv') },
  });
  if (status === 200) {
    return (await owner.fetchTestset({ parameters: { testset_id: body.id } })).csvdata;
  }
  const { line, reason } = body as unknown as { readonly line: number; readonly reason: string };
  return { line, reason };
}
