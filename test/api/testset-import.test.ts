import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '../../src/contract/fields.ts';
import { makeApp, makeForeigner, makeMember, unique } from '../support/builders.ts';
import { onEachEngine, onOneEngine } from '../support/engines.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { wrong } from '../support/requests.ts';
import { importedRows, makeTestset, namesIn, upload } from '../support/testsets.ts';
import { TIMESTAMP, unknownIds } from '../support/unknown-ids.ts';

type Bytes = Uint8Array<ArrayBuffer>;

onEachEngine((server) => {
  describe('uploadTestset', () => {
    test('200 takes CSV by default and names the test set after the file', async () => {
      const { owner } = server();
      const { app_id } = await makeApp(owner);
      const text = 'question,correct_answer\r\n2+2?,4\r\n3+3?,6\r\n';
      const reply = await upload(owner, text, { app_id, fileName: 'Fragen für.alle.csv' });
      assert.equal(reply.status, 200, JSON.stringify(reply.body));
      assert.deepEqual(Object.keys(reply.body), [
        'id',
        '_id',
        'name',
        'created_at',
        'revision',
        'row_count',
      ]);
      assert.deepEqual([reply.body.name, reply.body.row_count], ['Fragen für.alle', 2]);
      assert.deepEqual([reply.body._id, reply.body.revision], [reply.body.id, 1]);
      assert.match(reply.body.created_at, TIMESTAMP);
      assert.deepEqual(await importedRows(owner, reply), [
        { question: '2+2?', correct_answer: '4' },
        { question: '3+3?', correct_answer: '6' },
      ]);
    });

    const files: Record<
      string,
      { text: string | Bytes; rows: JsonObject[]; delimiter?: ';' | '|' }
    > = {
      'quoted cells with delimiters, quotes and line breaks': {
        text: 'a,b\n"x,y","say ""hi"""\n"two\r\nlines",\n',
        rows: [
          { a: 'x,y', b: 'say "hi"' },
          { a: 'two\r\nlines', b: '' },
        ],
      },
      'no line end at the end, empty lines, and white space that is kept': {
        text: '\r\n\na,b\n\n 1 , 2\r\n\r\n"",',
        rows: [
          { a: ' 1 ', b: ' 2' },
          { a: '', b: '' },
        ],
      },
      'short rows': {
        text: 'a,b,c\n1\n,2\n',
        rows: [
          { a: '1', b: '', c: '' },
          { a: '', b: '2', c: '' },
        ],
      },
      'semicolons, if the header has most of them': {
        text: 'a;b;"c,d,e,f"\n1,5;2;3\n',
        rows: [{ a: '1,5', b: '2', 'c,d,e,f': '3' }],
      },
      tabs: { text: 'a\tb\n1\t2\n', rows: [{ a: '1', b: '2' }] },
      bars: { text: 'a|b\n1|2\n', rows: [{ a: '1', b: '2' }] },
      'commas, if no other delimiter is more frequent': {
        text: 'a,b;c\n1,2\n',
        rows: [{ a: '1', 'b;c': '2' }],
      },
      'the requested delimiter': {
        text: 'a,b|c,d\n1|2\n',
        delimiter: '|',
        rows: [{ 'a,b': '1', 'c,d': '2' }],
      },
      'a header alone': { text: 'a,b\n', rows: [] },
      'one column with an empty cell': { text: 'a\n""\nx\n', rows: [{ a: '' }, { a: 'x' }] },
      'names that every object has': {
        text: '__proto__,constructor,toString\n1,2,3\n',
        rows: [JSON.parse('{"__proto__":"1","constructor":"2","toString":"3"}')],
      },
      'a UTF-8 byte order mark': { text: '\ufeffä,b\n1,2\n', rows: [{ ä: '1', b: '2' }] },
      'little-endian UTF-16': {
        text: utf16('ä,b\n€,😀\n', 'le'),
        rows: [{ ä: '€', b: '😀' }],
      },
      'big-endian UTF-16': {
        text: utf16('ä,b\n€,😀\n', 'be'),
        rows: [{ ä: '€', b: '😀' }],
      },
    };
    for (const [what, { text, rows, delimiter }] of Object.entries(files)) {
      test(`200 reads CSV with ${what}`, async () => {
        const { owner } = server();
        const { app_id } = await makeApp(owner);
        const fields = { app_id, ...(delimiter === undefined ? {} : { delimiter }) };
        const reply = await upload(owner, text, fields);
        assert.deepEqual(await importedRows(owner, reply), rows);
        assert.equal(reply.body.row_count, rows.length);
      });
    }

    test('200 reads JSON and JSON lines, whatever the case of upload_type', async () => {
      const { owner } = server();
      const { app_id } = await makeApp(owner);
      const rows = [{ a: 1, b: { c: [null, true, 'ü'] } }, {}, { d: -0.5 }];
      const json = await upload(owner, JSON.stringify(rows, null, 2), {
        app_id,
        upload_type: wrong('jSoN'),
        fileName: 'rows.json',
      });
      assert.deepEqual(await importedRows(owner, json), rows);
      const lines = rows.map((row) => JSON.stringify(row)).join('\r\n\r\n  \n');
      const jsonl = await upload(owner, `\ufeff${lines}`, {
        app_id,
        upload_type: wrong('jsonl'),
        fileName: 'rows.jsonl',
      });
      assert.deepEqual(await importedRows(owner, jsonl), rows);
      const none = await upload(owner, ' [ ] ', { app_id, upload_type: 'JSON', fileName: 'none' });
      assert.equal(none.body.row_count, 0);
    });

    test('400 names the line that cannot be read, and nothing is stored', async () => {
      const { owner } = server();
      const { app_id } = await makeApp(owner);
      const csv: [text: string | Bytes, line: number][] = [
        ['', 1],
        ['\n\r\n', 1],
        ['a,,c\n', 1],
        ['\na,b,a\n1,2,3\n', 2],
        ['a,b\n1,2\n\n1,2,3\n', 4],
        ['a,b\n1,2\n"x\ny",2,3\n', 3],
        ['a,b\n1,2,\n', 2],
        ['a,b\n1,x"y"\n', 2],
        ['a,b\n1,"x"y\n', 2],
        ['a,b\n1,2\n3,"open\n5,6\n', 3],
        ['a,b\n1,2\n3,"open\n5,"6"\n', 3],
        ['"a,b\n1,2\n', 1],
        ['a,b\n1,2\r3,4\n', 2],
        [bytes('a,b\nü,2\n3,', [0xff], '\n'), 3],
        [bytes('a,b\n1,', [0xc3]), 2],
        [bytes([0xff, 0xfe], 'a\0\n\0', [0x00, 0xd8], 'b\0'), 2],
        ['a,b\n1,2\n3,\0\n', 3],
        [utf16('a,b\n1,2\n', 'le').slice(2), 1],
      ];
      for (const [text, line] of csv) {
        const problem = expectProblem(await upload(owner, text, { app_id }), 'invalid_import');
        assert.equal(problem['line'], line, `${JSON.stringify(text.toString())} ${problem.detail}`);
        assert.equal(typeof problem['reason'], 'string');
      }
      const json: [text: string, line: number][] = [
        ['', 1],
        ['{"a":1}', 1],
        ['[{"a":1},\n\n{"b":}]', 3],
        ['[{"a":1},\n5]', 2],
        ['[{"a":1}\n\n', 3],
        ['[{"a":1},\n{"b":\n[1,\n', 4],
        ['[{"a":1}]\nx', 2],
        ['[\n{"a":1e999}]', 2],
        ['[\n\n{"a":"\\ud800"}]', 3],
        [`[\n{"a":${'['.repeat(62)}${']'.repeat(62)}}]`, 2],
        ['[{"a":"\\"9007199254740993"},\n{"a":0.30000000000000004,"b":[9007199254740993]}]', 2],
      ];
      for (const [text, line] of json) {
        const reply = await upload(owner, text, { app_id, upload_type: 'JSON' });
        const problem = expectProblem(reply, 'invalid_import');
        assert.equal(problem['line'], line, `${text} ${problem.detail}`);
      }
      const lines: [text: string, line: number][] = [
        ['{"a":1}\n\n{"a":', 3],
        ['{"a":1}\n[]\n', 2],
        ['{"a":1}\n{"a":"\\u0000"}\n', 2],
        ['{"a":12345678901234567000}\n{"a":12345678901234567890}\n', 2],
        ['{"a":0.1234567890123456789,"b":100000000000000000000e2}\n{"a":-9007199254740993}\n', 2],
      ];
      for (const [text, line] of lines) {
        const reply = await upload(owner, text, { app_id, upload_type: 'JSONL' });
        assert.equal(expectProblem(reply, 'invalid_import')['line'], line, text);
      }
      assert.deepEqual(await namesIn(owner, app_id), []);
    });

    test('409 for a requested name that is taken; a name from the file is numbered', async () => {
      const { owner } = server();
      const { app_id, testset_id, name } = await makeTestset(owner);
      const explicit = await upload(owner, 'a\n1\n', { app_id, testset_name: name.toUpperCase() });
      assert.equal(expectProblem(explicit, 'testset_name_taken')['existing_id'], testset_id);
      const word = unique('File');
      const names = [];
      for (const fileName of [word, word.toLowerCase(), word, `${word} (2)`]) {
        const reply = await upload(owner, 'a\n1\n', { app_id, fileName: `${fileName}.csv` });
        names.push(reply.body.name);
      }
      assert.deepEqual(names, [
        word,
        `${word.toLowerCase()} (2)`,
        `${word} (3)`,
        `${word} (2) (2)`,
      ]);
    });

    test('gives each of simultaneous uploads of one file its own name', async () => {
      const { owner } = server();
      const { app_id } = await makeApp(owner);
      const replies = await Promise.all(
        Array.from({ length: 6 }, () => upload(owner, 'a\n1\n', { app_id, fileName: 'same.csv' })),
      );
      assert.deepEqual(replies.map(({ body }) => body.name).sort(), [
        'same',
        'same (2)',
        'same (3)',
        'same (4)',
        'same (5)',
        'same (6)',
      ]);
    });

    test('turns an invalid file name into a valid name', async () => {
      const { owner } = server();
      const { app_id } = await makeApp(owner);
      const long = '😀'.repeat(200);
      const expected: [fileName: string, name: string][] = [
        ['.csv', 'test set'],
        ['  .csv', 'test set (2)'],
        ['a\u2028b.csv', 'a b'],
        [`${long}.csv`, '😀'.repeat(128)],
        [`${long}.json`, `${'😀'.repeat(124)} (2)`],
        ['no extension', 'no extension'],
        ['dir/sub/file.csv', 'file'],
      ];
      for (const [fileName, name] of expected) {
        const { body } = await upload(owner, 'a\n1\n', { app_id, fileName });
        assert.equal(body.name, name, fileName);
      }
    });

    test('404 for an app that the caller cannot see', async () => {
      const foreign = await makeApp((await makeForeigner(server())).client);
      for (const app_id of [...unknownIds(), '', foreign.app_id]) {
        const reply = await upload(server().owner, 'a\n1\n', { app_id });
        assert.equal(expectProblem(reply, 'app_not_found')['field'], 'app_id');
      }
    });

    test('403 for roles that may only read', async () => {
      const { client } = await makeMember(server(), ['viewer']);
      const { app_id } = await makeApp(server().owner);
      const reply = await upload(client, 'a\n1\n', { app_id });
      assert.equal(expectProblem(reply, 'forbidden')['permission'], 'create_testset');
    });

    test('413 for too many rows or columns', async () => {
      const { owner } = server();
      const { app_id } = await makeApp(owner);
      const rows = await upload(owner, `a\n${'1\n'.repeat(100_001)}`, { app_id });
      assert.equal(expectProblem(rows, 'payload_too_large')['limit_kind'], 'rows');
      const header = Array.from({ length: 201 }, (_, index) => `c${index}`).join(',');
      const columns = await upload(owner, `${header}\n1\n`, { app_id });
      assert.equal(expectProblem(columns, 'payload_too_large')['limit_kind'], 'columns');
      assert.deepEqual(await namesIn(owner, app_id), []);
    });

    test('422 reports what is missing or out of range, all at once', async () => {
      const reply = await server().owner.reply.uploadTestset({
        body: wrong({ upload_type: 'XLSX', testset_name: 'x'.repeat(129), delimiter: '#' }),
      });
      expectInvalid(
        reply,
        { loc: ['body', 'file'], type: 'missing' },
        {
          loc: ['body', 'upload_type'],
          type: 'enum',
          msg: "Input should be 'CSV', 'JSON' or 'JSONL'",
        },
        { loc: ['body', 'testset_name'], type: 'string_too_long' },
        { loc: ['body', 'app_id'], type: 'missing' },
        { loc: ['body', 'delimiter'], type: 'enum' },
      );
      const { app_id } = await makeApp(server().owner);
      const text = { app_id, file: 'a plain field is no file' };
      const plain = await server().owner.reply.uploadTestset({ body: text });
      expectInvalid(plain, { loc: ['body', 'file'], type: 'missing' });
    });
  });
});

/** The 413 above tests that rows which were already stored are removed. */
onOneEngine((server) => {
  describe('uploadTestset of a long file', () => {
    test('400 finds a broken quote at line 77,000', async () => {
      const { owner } = server();
      const { app_id } = await makeApp(owner);
      const rows = Array.from({ length: 90_000 }, (_, index) =>
        index === 76_998 ? `${index},"broken` : `${index},"fine"`,
      );
      const reply = await upload(owner, `id,text\n${rows.join('\n')}\n`, { app_id });
      assert.equal(expectProblem(reply, 'invalid_import')['line'], 77_000);
      assert.deepEqual(await namesIn(owner, app_id), []);
    });
  });
});

function utf16(text: string, end: 'le' | 'be'): Bytes {
  const buffer = Buffer.from(`\ufeff${text}`, 'utf16le');
  return new Uint8Array(end === 'le' ? buffer : buffer.swap16());
}

function bytes(...parts: readonly (string | number[])[]): Bytes {
  return new Uint8Array(
    parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part)] : part)),
  );
}
