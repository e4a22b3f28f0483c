import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import type { Client } from '../../src/client/client.ts';
import { makeForeigner } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { sendExact } from '../support/exact-request.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { wrong } from '../support/requests.ts';
import { importedRows, makeTestset, upload } from '../support/testsets.ts';
import { unknownIds } from '../support/unknown-ids.ts';

const seed = Number(process.env['TEST_SEED'] ?? Math.trunc(Math.random() * 0x7fffffff));
console.log(`testset-export: TEST_SEED=${seed}`);

const COLUMNS = ['=cmd', 'plain', '\ufeffmark', ' "quoted", \r\n', '@sum'];
const ROUNDS = 5;
const ROWS_A_ROUND = 250;

/** What a spreadsheet may take for a formula, also in full width (G30). */
const DANGEROUS = /^[=+\-@\t\r\n\0＝＋－＠]/u;

/** … and texts that look as if they had an apostrophe already: both get one. */
const NEEDS_APOSTROPHE = /^'*[=+\-@\t\r\n\0＝＋－＠]/u;

const PREFIX = fc.constantFrom(
  '',
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  '＝',
  '＋',
  '－',
  '＠',
  '"',
  "'",
  "'=",
  "''-",
  '\ufeff',
  ' ',
  ';',
  '|',
);
const CONTENT = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '')),
  fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', ';', '=', 'x', '\u2028', '😀') }),
  fc.constantFrom('1+1', "cmd|' /C calc'!A0", 'HYPERLINK("http://x")', ''),
);
const TEXT = fc.tuple(PREFIX, CONTENT).map((parts) => parts.join(''));

onEachEngine((server) => {
  describe('exportTestset', () => {
    test('G30: exported strings are harmless in CSV, the same in every format and when imported', async () => {
      const { owner } = server();
      let strings = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const table = fc.sample(
          fc.array(TEXT, { minLength: COLUMNS.length, maxLength: COLUMNS.length }),
          {
            seed: seed + round,
            numRuns: ROWS_A_ROUND,
          },
        );
        const csvdata = table.map((cells) =>
          Object.fromEntries(COLUMNS.map((column, index) => [column, cells[index] ?? ''])),
        );
        strings += table.flat().length;
        const { testset_id, app_id } = await makeTestset(owner, { csvdata });

        const safe = readCsv(await exported(owner, testset_id, {}));
        for (const cell of safe.flat()) assert.doesNotMatch(cell, DANGEROUS);
        assert.deepEqual(
          safe,
          [COLUMNS, ...table].map((cells) =>
            cells.map((cell) => (NEEDS_APOSTROPHE.test(cell) ? `'${cell}` : cell)),
          ),
        );
        const again = await upload(owner, await exported(owner, testset_id, {}), { app_id });
        assert.deepEqual(await importedRows(owner, again), csvdata);
        const raw = await exported(owner, testset_id, { raw: true });
        assert.deepEqual(readCsv(raw), [COLUMNS, ...table]);
        const lines = (await exported(owner, testset_id, { format: 'jsonl' })).split('\n');
        assert.equal(lines.pop(), '');
        assert.deepEqual(
          lines.map((line) => JSON.parse(line)),
          csvdata,
        );
      }
      assert.ok(strings * 2 >= 10_000, `${strings} on each of two engines`);
    });

    test('200 is a download and nothing else', async () => {
      const { owner } = server();
      const parameters = await makeTestset(owner, { name: `it's (1)/ü* ${Date.now()}` });
      const csv = await owner.reply.exportTestset({ parameters });
      assert.equal(csv.status, 200);
      assert.equal(csv.headers.get('content-type'), 'application/octet-stream');
      assert.equal(csv.headers.get('x-content-type-options'), 'nosniff');
      assert.match(csv.headers.get('content-security-policy') ?? '', /sandbox/);
      assert.equal(csv.headers.get('cache-control'), 'no-store');
      const disposition = csv.headers.get('content-disposition') ?? '';
      const [, encoded = ''] =
        /^attachment; filename\*=UTF-8''([\w.!~%-]+)$/.exec(disposition) ?? [];
      assert.equal(decodeURIComponent(encoded), `${parameters.name}.csv`);
      assert.equal(csv.body, 'question\r\nwhy?\r\n');
      const jsonl = await owner.reply.exportTestset({ parameters, query: { format: 'jsonl' } });
      assert.match(jsonl.headers.get('content-disposition') ?? '', /\.jsonl$/);
      assert.equal(jsonl.body, '{"question":"why?"}\n');
    });

    test('200 has a column for each key of any row, and JSON for values that are not text', async () => {
      const { owner } = server();
      const parameters = await makeTestset(owner, {
        csvdata: [{ a: null, b: { c: [1] } }, { b: -5, toString: true }, { constructor: 'x' }],
      });
      assert.deepEqual(readCsv(await exported(owner, parameters.testset_id, { raw: true })), [
        ['a', 'b', 'toString', 'constructor'],
        ['', '{"c":[1]}', '', ''],
        ['', '-5', 'true', ''],
        ['', '', '', 'x'],
      ]);
    });

    test('200 is empty without columns', async () => {
      const { owner } = server();
      for (const csvdata of [[], [{}, {}]]) {
        const parameters = await makeTestset(owner, { csvdata });
        const path = `/api/testsets/${parameters.testset_id}/export`;
        assert.equal((await sendExact(server(), { path })).text, '');
        const lines = await sendExact(server(), { path: `${path}?format=jsonl` });
        assert.equal(lines.text, '{}\n'.repeat(csvdata.length));
      }
    });

    test('200 of any revision; a raw export can be imported again', async () => {
      const { owner } = server();
      const csvdata = [
        { 'a;b': '=1', b: 'x\r\n"y"' },
        { 'a;b': '', b: '' },
      ];
      const testset = await makeTestset(owner, { csvdata });
      await owner.updateTestset({ parameters: testset, body: { name: testset.name, csvdata: [] } });
      const text = await exported(owner, testset.testset_id, { revision: 1, raw: true });
      const { app_id } = testset;
      assert.deepEqual(await importedRows(owner, await upload(owner, text, { app_id })), csvdata);
    });

    test('404 for a test set that the caller cannot see, or no revision of it', async () => {
      const { owner } = server();
      const foreign = await makeTestset((await makeForeigner(server())).client);
      for (const testset_id of [...unknownIds(), foreign.testset_id]) {
        const reply = await owner.reply.exportTestset({ parameters: { testset_id } });
        expectProblem(reply, 'testset_not_found');
      }
      const parameters = await makeTestset(owner);
      const reply = await owner.reply.exportTestset({ parameters, query: { revision: 2 } });
      expectProblem(reply, 'revision_not_found');
    });

    test('422 for an unknown format, revision or flag', async () => {
      const parameters = await makeTestset(server().owner);
      const query = wrong({ format: 'xlsx', revision: 0, raw: 'maybe' });
      expectInvalid(
        await server().owner.reply.exportTestset({ parameters, query }),
        { loc: ['query', 'format'], type: 'enum' },
        { loc: ['query', 'revision'], type: 'greater_than_equal' },
        { loc: ['query', 'raw'], type: 'bool_parsing' },
      );
    });
  });
});

async function exported(
  client: Client,
  testset_id: string,
  query: { format?: 'csv' | 'jsonl'; revision?: number; raw?: boolean },
): Promise<string> {
  return client.exportTestset({ parameters: { testset_id }, query });
}

/** A reader other than our own. */
function readCsv(text: string): string[][] {
  return parse(text, { record_delimiter: '\r\n' });
}
