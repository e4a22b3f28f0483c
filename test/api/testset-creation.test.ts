import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '../../src/contract/fields.ts';
import { makeApp, makeForeigner, makeMember, unique } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { sendExact } from '../support/exact-request.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { wrong } from '../support/requests.ts';
import { makeTestset, namesIn, rowsOf } from '../support/testsets.ts';
import { ID, TIMESTAMP, unknownIds } from '../support/unknown-ids.ts';

onEachEngine((server) => {
  describe('createTestset', () => {
    test('200 keeps the rows as they were sent', async () => {
      const { owner } = server();
      const { app_id } = await makeApp(owner);
      const csvdata: JsonObject[] = [
        { zebra: 'z', alpha: 1.5, correct_answer: '' },
        { nested: { b: [1, { a: null }], a: true }, 'ключ 🗝': 'ü\n"\u2028' },
        {},
        { zebra: 'z', alpha: 1.5, correct_answer: '' },
        { constructor: 'c', toString: 1e21, '': 'no name' },
      ];
      const { status, body } = await owner.reply.createTestset({
        parameters: { app_id },
        body: { name: '  my rows ', csvdata, commit_message: 'first' },
      });
      assert.equal(status, 200);
      assert.deepEqual(Object.keys(body), ['id', '_id', 'name', 'created_at', 'revision']);
      assert.match(body.id, ID);
      assert.equal(body._id, body.id);
      assert.equal(body.name, 'my rows');
      assert.match(body.created_at, TIMESTAMP);
      assert.equal(body.revision, 1);
      const stored = await rowsOf(owner, body.id);
      assert.equal(JSON.stringify(stored), JSON.stringify(csvdata));
    });

    test('200 takes an empty list, a key __proto__, and the last of two lists', async () => {
      const { owner } = server();
      const { app_id } = await makeApp(owner);
      const bodies = {
        '{"name":"empty","csvdata":[]}': '[]',
        '{"csvdata":[{"__proto__":{"a":1}}],"name":"proto"}': '[{"__proto__":{"a":1}}]',
        '{"csvdata":[{"a":1},{"b":2}],"name":"last","csvdata":[{"c":3}]}': '[{"c":3}]',
        '{"name":"spaced" , "csvdata" : [ {"a" : "x,]}\\"" } , {} ] }': '[{"a":"x,]}\\""},{}]',
      };
      for (const [body, rows] of Object.entries(bodies)) {
        const made = await sendExact(server(), {
          method: 'POST',
          path: `/api/testsets/${app_id}`,
          body,
        });
        assert.equal(made.status, 200, made.text);
        const { id } = JSON.parse(made.text);
        const read = await sendExact(server(), { path: `/api/testsets/${id}` });
        assert.ok(read.text.endsWith(`"csvdata":${rows}}`), read.text);
      }
    });

    test('409 names the test set that holds the name', async () => {
      const { owner } = server();
      const { app_id, testset_id, name } = await makeTestset(owner, { name: unique('Straße') });
      const body = { name: name.toUpperCase(), csvdata: [] };
      const reply = await owner.reply.createTestset({ parameters: { app_id }, body });
      assert.equal(expectProblem(reply, 'testset_name_taken')['existing_id'], testset_id);
      assert.deepEqual(await namesIn(owner, app_id), [name]);
      await makeTestset(owner, { name });
    });

    test('404 for an app that the caller cannot see', async () => {
      const foreign = await makeApp((await makeForeigner(server())).client);
      for (const app_id of [...unknownIds(), foreign.app_id]) {
        const reply = await server().owner.reply.createTestset({
          parameters: { app_id },
          body: { name: 'x', csvdata: [] },
        });
        expectProblem(reply, 'app_not_found');
      }
    });

    test('403 for roles that may only read', async () => {
      const { client } = await makeMember(server(), ['evaluator', 'deployment_manager', 'viewer']);
      const { app_id } = await makeApp(server().owner);
      const reply = await client.reply.createTestset({
        parameters: { app_id },
        body: { name: 'x', csvdata: [] },
      });
      assert.equal(expectProblem(reply, 'forbidden')['permission'], 'create_testset');
    });

    test('413 for too many rows or columns, and nothing is stored', async () => {
      const { owner } = server();
      const { app_id } = await makeApp(owner);
      const parameters = { app_id };
      const rows = await owner.reply.createTestset({
        parameters,
        body: { name: 'rows', csvdata: Array.from({ length: 100_001 }, () => ({})) },
      });
      const refused = expectProblem(rows, 'payload_too_large');
      assert.deepEqual([refused['limit'], refused['limit_kind']], [100_000, 'rows']);
      const columns = await owner.reply.createTestset({
        parameters,
        body: {
          name: 'columns',
          csvdata: Array.from({ length: 201 }, (_, index) => ({ [`c${index}`]: 1 })),
        },
      });
      const wide = expectProblem(columns, 'payload_too_large');
      assert.deepEqual([wide['limit'], wide['limit_kind']], [200, 'columns']);
      assert.deepEqual(await namesIn(owner, app_id), []);
    });

    test('422 reports every fault, in field order', async () => {
      const { owner } = server();
      const parameters = await makeApp(owner);
      const reply = await owner.reply.createTestset({
        parameters,
        body: wrong({
          commit_message: 5,
          csvdata: [{}, 1, [], { a: 'x\u0000' }, { ok: 1 }, null, { b: ['\ud800'] }],
          name: '',
        }),
      });
      expectInvalid(
        reply,
        { loc: ['body', 'name'], type: 'string_too_short' },
        { loc: ['body', 'csvdata', 1], type: 'dict_type' },
        { loc: ['body', 'csvdata', 2], type: 'dict_type' },
        { loc: ['body', 'csvdata', 3, 'a'], type: 'string_unicode' },
        { loc: ['body', 'csvdata', 5], type: 'dict_type' },
        { loc: ['body', 'csvdata', 6, 'b', 0], type: 'string_unicode' },
        { loc: ['body', 'commit_message'], type: 'string_type' },
      );
      const empty = await owner.reply.createTestset({ parameters, body: wrong({}) });
      expectInvalid(
        empty,
        { loc: ['body', 'name'], type: 'missing' },
        { loc: ['body', 'csvdata'], type: 'missing' },
      );
      const many = await owner.reply.createTestset({
        parameters,
        body: wrong({ name: 'x', csvdata: Array.from({ length: 500 }, () => 0) }),
      });
      const { detail } = wrong(many.body) as { detail: unknown[] }; // Counted right below.
      assert.equal(detail.length, 100);
    });

    test('422 reports where a body stops being JSON', async () => {
      const { app_id } = await makeApp(server().owner);
      const deep = `${'['.repeat(63)}${']'.repeat(63)}`;
      const cases: [body: string | Buffer, loc: (string | number)[], type: string, msg?: string][] =
        [
          ['', ['body'], 'missing'],
          ['  ', ['body'], 'missing'],
          ['null', ['body'], 'missing'],
          ['[]', ['body'], 'model_attributes_type'],
          ['"text"', ['body'], 'model_attributes_type'],
          [`[${'1,'.repeat(100_000)}1]`, ['body'], 'model_attributes_type'],
          ['[1', ['body', 2], 'json_invalid'],
          ['{', ['body', 1], 'json_invalid'],
          ['{"name":"x"', ['body', 11], 'json_invalid'],
          ['{"name":"x","csvdata":[{"a":1,}]}', ['body', 30], 'json_invalid'],
          ['{"name":"😀","csvdata":[{},{"a":tru}]}', ['body', 31], 'json_invalid'],
          ['{"name":"x","csvdata":[{"a":1}{}]}', ['body', 30], 'json_invalid'],
          ['{"name":"x","csvdata":[{"a":[1,2', ['body', 32], 'json_invalid'],
          ['{"name":nope,"csvdata":[]}', ['body', 8], 'json_invalid'],
          ['{"name":"x","csvdata":[]} x', ['body', 26], 'json_invalid'],
          ['\ufeff{"name":"x","csvdata":[]}', ['body', 0], 'json_invalid'],
          [
            `{"name":"x","csvdata":[{"a":${deep}}]}`,
            ['body', 28 + 61],
            'json_invalid',
            'JSON decode error: nesting deeper than 64',
          ],
          [
            '{"name":"x","csvdata":[{"a":1e999}]}',
            ['body', 28],
            'json_invalid',
            'JSON decode error: a number too large for a double',
          ],
          [
            Buffer.concat([Buffer.from('{"name":"é'), Buffer.from([0xff]), Buffer.from('"}')]),
            ['body', 10],
            'json_invalid',
            'JSON decode error: invalid UTF-8',
          ],
          [
            `{"other":"${'x'.repeat(300_000)}","name":"x","csvdata":[]}`,
            ['body', 9],
            'json_invalid',
          ],
        ];
      for (const [body, loc, type, msg] of cases) {
        const reply = await sendExact(server(), {
          method: 'POST',
          path: `/api/testsets/${app_id}`,
          body,
        });
        const shown = `${body.toString().slice(0, 60)} → ${reply.text}`;
        assert.equal(reply.status, 422, shown);
        assert.deepEqual(JSON.parse(reply.text).detail[0].loc, loc, shown);
        expectInvalid(reply, { loc, type, ...(msg === undefined ? {} : { msg }) });
      }
      assert.deepEqual(await namesIn(server().owner, app_id), []);
    });
  });
});
