import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { decodeFile } from '../../src/web/testsets/decode-file.ts';
import { parseTable } from '../../src/web/testsets/parse-table.ts';
import { makeApp } from '../support/builders.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const bigEndian = (text: string) => utf16(text).swap16();

/** What each file is: rows, or the line that it is refused for. */
const FILES: readonly (readonly [string, string | Buffer, 'rows' | number])[] = [
  ['plain', 'a,b\n1,2\n', 'rows'],
  ['a cell too many', 'a,b\n1,2\n1,2,3\n', 3],
  ['a cell too few', 'a,b\n1\n', 'rows'],
  ['an empty cell too many', 'a,b\n1,2,\n', 2],
  ['a long row after a quoted line break', 'a,b\n"1\n1",2\n1,2,3\n', 4],
  ['empty lines', '\n\na,b\n\n1,2\n\n', 'rows'],
  ['a quoted empty line', 'a\n""\n', 'rows'],
  ['semicolons', 'a;b\r\n1, 2;"x\n""y"""\r\n', 'rows'],
  ['tabs', 'a\tb\n1\t2', 'rows'],
  ['bars', 'a|b\n1|2', 'rows'],
  ['more commas in rows than semicolons', 'a;b\n1,1,1;2\n', 'rows'],
  ['a byte order mark', '\ufeffa,b\n1,2', 'rows'],
  ['two byte order marks', '\ufeff\ufeffa,b\n1,2', 'rows'],
  ['names with spaces around', ' a , b\n1,2', 'rows'],
  ['Latin-1', Buffer.from('a,b\nx,y\ncaf\xe9,2\n', 'latin1'), 3],
  ['a character cut off at the end', Buffer.from('a,b\n1,2\xe2\x82', 'latin1'), 2],
  ['UTF-16 with a mark', utf16('a,b\ncafé,2\n'), 'rows'],
  ['UTF-16, the other end first', bigEndian('a,b\ncafé,2\n'), 'rows'],
  ['UTF-16 without a mark', utf16('a,b\n1,2\n').subarray(2), 1],
  ['half of a pair in UTF-16', Buffer.concat([utf16('a\n'), Buffer.from([0x3d, 0xd8])]), 2],
  ['a replacement character', 'a\n\ufffd\n', 'rows'],
  ['a NUL', 'a\n1\n\0\n', 3],
  ['a quote not closed', 'a,b\n1,2\n"3,4\n', 3],
  ['a stray quote', 'a,b\n1,2\n3 "x",4\n', 3],
  ['text after a quote', 'a,b\n"1"x,2\n', 2],
  ['a lone carriage return', 'a,b\n1,2\r3,4\n', 2],
  ['one name twice', 'a,a\n1,2', 1],
  ['a column without a name', 'a,\n1,2', 1],
  ['cells made safe for spreadsheets', "'=a,b\n'=1,''-2\n'x,'\n", 'rows'],
  ['a name that objects have', '__proto__,constructor\n1,2', 'rows'],
];

describe('a CSV file', () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ engine: 'sqlite' });
  });
  after(() => server.stop());

  for (const [title, content, expected] of FILES) {
    const outcome = expected === 'rows' ? 'read' : 'refused';
    test(`is ${outcome} by the browser as by the server: ${title}`, async () => {
      const bytes = Buffer.from(content);
      assert.deepEqual(outcomeHere(bytes), await outcomeThere(server, bytes));
      if (expected !== 'rows') assert.equal(outcomeHere(bytes), expected);
    });
  }
});

/** The rows, or the line of the fault, which the sentence names. */
function outcomeHere(bytes: Uint8Array): unknown {
  try {
    return parseTable(decodeFile(bytes), 'CSV').rows;
  } catch (error) {
    const [, line] = /^Line (\d+): /.exec(error instanceof Error ? error.message : '') ?? [];
    return line === undefined ? error : Number(line);
  }
}

async function outcomeThere({ owner }: TestServer, bytes: Uint8Array): Promise<unknown> {
  const { app_id } = await makeApp(owner);
  const { status, body } = await owner.reply.uploadTestset({
    body: { app_id, file: new File([Buffer.from(bytes)], 'rows.csv') },
  });
  if (status !== 200) return (body as unknown as { readonly line: number }).line;
  return (await owner.fetchTestset({ parameters: { testset_id: body.id } })).csvdata;
}
