import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeApp, makeForeigner, makeMember, unique } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { makeHumanEvaluation } from '../support/evaluations.ts';
import { sendExact } from '../support/exact-request.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { wrong } from '../support/requests.ts';
import { makeTestset, namesIn, rowsOf } from '../support/testsets.ts';
import { TIMESTAMP, unknownIds } from '../support/unknown-ids.ts';

onEachEngine((server) => {
  describe('listTestsets', () => {
    test('200 lists the test sets of an app, oldest first', async () => {
      const { owner } = server();
      const { app_id } = await makeApp(owner);
      const made = [];
      for (const csvdata of [[], [{ a: 1 }], [{}, {}]]) {
        made.push(await makeTestset(owner, { app_id, csvdata }));
      }
      await makeTestset(owner);
      const list = await owner.listTestsets({ query: { app_id } });
      assert.deepEqual(
        list.map(({ id, name, revision, row_count }) => [id, name, revision, row_count]),
        made.map(({ testset_id, name }, index) => [testset_id, name, 1, index]),
      );
      for (const item of list) {
        assert.deepEqual(Object.keys(item), [
          '_id',
          'id',
          'name',
          'created_at',
          'updated_at',
          'revision',
          'row_count',
        ]);
        assert.equal(item._id, item.id);
        assert.match(item.created_at, TIMESTAMP);
        assert.equal(item.updated_at, item.created_at);
      }
      const first = await owner.reply.listTestsets({ query: { app_id, limit: 2 } });
      assert.equal(first.body.length, 2);
      assert.match(first.headers.get('link') ?? '', /rel="next"/);
    });

    test('200 [] for an app without test sets', async () => {
      const { app_id } = await makeApp(server().owner);
      assert.deepEqual(await server().owner.listTestsets({ query: { app_id } }), []);
    });

    test('404 for an app that the caller cannot see', async () => {
      const foreign = await makeApp((await makeForeigner(server())).client);
      for (const app_id of [...unknownIds(), foreign.app_id]) {
        const reply = await server().owner.reply.listTestsets({ query: { app_id } });
        expectProblem(reply, 'app_not_found');
      }
    });

    test('400 for a cursor of another list', async () => {
      const { app_id } = await makeTestset(server().owner);
      const reply = await server().owner.reply.listTestsets({ query: { app_id, cursor: 'x.y' } });
      expectProblem(reply, 'invalid_cursor');
    });
  });

  describe('fetchTestset', () => {
    test('200 shows the rows of the current revision', async () => {
      const { owner } = server();
      const parameters = await makeTestset(owner, { csvdata: [{ a: 1 }] });
      const { body, headers } = await owner.reply.fetchTestset({ parameters });
      assert.deepEqual(Object.keys(body), [
        'id',
        '_id',
        'name',
        'created_at',
        'updated_at',
        'revision',
        'csvdata',
      ]);
      assert.deepEqual([body.id, body._id], [parameters.testset_id, parameters.testset_id]);
      assert.deepEqual([body.name, body.revision, body.csvdata], [parameters.name, 1, [{ a: 1 }]]);
      assert.match(headers.get('etag') ?? '', /^"[^"]+"$/);
      assert.equal(headers.get('content-type'), 'application/json');
      assert.equal(headers.get('cache-control'), 'private, no-cache');
    });

    test('200 shows thousands of rows in order', async () => {
      const { owner } = server();
      const csvdata = Array.from({ length: 3_001 }, (_, index) => ({
        index,
        text: 'x'.repeat(index % 700),
      }));
      const { testset_id } = await makeTestset(owner, { csvdata });
      assert.deepEqual(await rowsOf(owner, testset_id), csvdata);
    });

    test('304 for a known ETag, without the rows', async () => {
      const { owner } = server();
      const parameters = await makeTestset(owner);
      const { headers } = await owner.reply.fetchTestset({ parameters });
      const etag = headers.get('etag') ?? '';
      const reply = await owner.reply.fetchTestset({ parameters, ifNoneMatch: `"other", ${etag}` });
      assert.equal(reply.status, 304);
      assert.equal(reply.body, null);
      assert.equal(reply.headers.get('etag'), etag);
      const path = `/api/testsets/${parameters.testset_id}`;
      const head = await sendExact(server(), { method: 'HEAD', path });
      assert.deepEqual([head.status, head.text, head.headers.get('etag')], [200, '', etag]);
    });

    test('404 for a test set that the caller cannot see', async () => {
      const foreign = await makeTestset((await makeForeigner(server())).client);
      for (const testset_id of [...unknownIds(), foreign.testset_id, 'upload', 'endpoint']) {
        const reply = await server().owner.reply.fetchTestset({ parameters: { testset_id } });
        expectProblem(reply, 'testset_not_found');
      }
    });
  });

  describe('updateTestset', () => {
    test('200 creates the next revision for other rows', async () => {
      const { owner } = server();
      const parameters = await makeTestset(owner, { csvdata: [{ a: 1 }] });
      const before = await owner.reply.fetchTestset({ parameters });
      const name = unique('renamed');
      const { status, body, headers } = await owner.reply.updateTestset({
        parameters,
        body: { name, csvdata: [{ a: 2 }, { b: 3 }], commit_message: 'more' },
      });
      assert.equal(status, 200);
      assert.deepEqual(Object.keys(body), ['status', 'message', '_id', 'id', 'revision']);
      assert.deepEqual(
        [body.status, body._id, body.id, body.revision],
        ['success', parameters.testset_id, parameters.testset_id, 2],
      );
      const after = await owner.reply.fetchTestset({ parameters });
      assert.equal(after.headers.get('etag'), headers.get('etag'));
      assert.notEqual(after.headers.get('etag'), before.headers.get('etag'));
      assert.deepEqual([after.body.name, after.body.revision], [name, 2]);
      assert.deepEqual(after.body.csvdata, [{ a: 2 }, { b: 3 }]);
      assert.equal(after.body.created_at, before.body.created_at);
      const first = { ...parameters, revision_number: 1 };
      assert.deepEqual((await owner.fetchTestsetRevision({ parameters: first })).csvdata, [
        { a: 1 },
      ]);
    });

    test('200 creates no revision if only the order of keys differs', async () => {
      const { owner } = server();
      const parameters = await makeTestset(owner, { csvdata: [{ a: 1, b: { c: 2, d: 3 } }] });
      const before = await owner.reply.fetchTestset({ parameters });
      const same = await owner.reply.updateTestset({
        parameters,
        body: { name: parameters.name, csvdata: [{ b: { d: 3, c: 2 }, a: 1 }] },
      });
      assert.deepEqual([same.status, same.body.revision], [200, 1]);
      assert.equal(same.headers.get('etag'), before.headers.get('etag'));
      assert.deepEqual(await owner.fetchTestset({ parameters }), before.body);
      const name = unique('renamed');
      const renamed = await owner.reply.updateTestset({
        parameters,
        body: { name, csvdata: [{ a: 1, b: { c: 2, d: 3 } }] },
      });
      assert.equal(renamed.body.revision, 1);
      assert.notEqual(renamed.headers.get('etag'), before.headers.get('etag'));
      assert.equal((await owner.fetchTestset({ parameters })).name, name);
      assert.equal((await owner.listTestsetRevisions({ parameters })).length, 1);
    });

    test('412 for an outdated If-Match, and nothing changes', async () => {
      const { owner } = server();
      const parameters = await makeTestset(owner);
      const { headers } = await owner.reply.fetchTestset({ parameters });
      const ifMatch = headers.get('etag') ?? '';
      const update = (csvdata: { n: number }[], name = parameters.name) =>
        owner.reply.updateTestset({ parameters, ifMatch, body: { name, csvdata } });
      assert.equal((await update([{ n: 1 }])).status, 200);
      for (const late of [await update([{ n: 2 }]), await update([{ n: 1 }], unique('other'))]) {
        assert.equal(expectProblem(late, 'revision_conflict')['current_revision'], 2);
        assert.notEqual(late.headers.get('etag'), ifMatch);
      }
      const current = await owner.fetchTestset({ parameters });
      assert.deepEqual([current.name, current.revision], [parameters.name, 2]);
    });

    test('409 for the name of another test set, and no revision is created', async () => {
      const { owner } = server();
      const other = await makeTestset(owner);
      const parameters = await makeTestset(owner, { app_id: other.app_id });
      for (const csvdata of [[{ new: 1 }], [{ question: 'why?' }]]) {
        const body = { name: other.name, csvdata };
        const reply = await owner.reply.updateTestset({ parameters, body });
        assert.equal(expectProblem(reply, 'testset_name_taken')['existing_id'], other.testset_id);
      }
      assert.equal((await owner.listTestsetRevisions({ parameters })).length, 1);
    });

    test('404 for a test set that the caller cannot see', async () => {
      const foreign = await makeTestset((await makeForeigner(server())).client);
      for (const testset_id of [...unknownIds(), foreign.testset_id]) {
        const reply = await server().owner.reply.updateTestset({
          parameters: { testset_id },
          body: { name: 'x', csvdata: [] },
        });
        expectProblem(reply, 'testset_not_found');
      }
    });

    test('422 for an invalid body, and nothing changes', async () => {
      const { owner } = server();
      const parameters = await makeTestset(owner);
      const reply = await owner.reply.updateTestset({
        parameters,
        body: wrong({ name: parameters.name, csvdata: {} }),
      });
      expectInvalid(reply, { loc: ['body', 'csvdata'], type: 'list_type' });
      assert.equal((await owner.fetchTestset({ parameters })).revision, 1);
    });

    test('gives each of simultaneous changes its own revision', async () => {
      const { owner } = server();
      const parameters = await makeTestset(owner);
      const replies = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          owner.reply.updateTestset({
            parameters,
            body: { name: parameters.name, csvdata: [{ index }] },
          }),
        ),
      );
      assert.deepEqual(
        replies.map(({ body }) => body.revision).toSorted((left, right) => left - right),
        [2, 3, 4, 5, 6, 7, 8, 9],
      );
    });
  });

  describe('deleteTestsets', () => {
    test('200 deletes each named test set once', async () => {
      const { owner } = server();
      const { app_id, testset_id } = await makeTestset(owner);
      const other = await makeTestset(owner, { app_id });
      const remaining = await makeTestset(owner, { app_id });
      const testset_ids = [other.testset_id, testset_id.toUpperCase(), other.testset_id];
      const deleted = await owner.deleteTestsets({ body: { testset_ids } });
      assert.deepEqual(deleted, [other.testset_id, testset_id]);
      assert.deepEqual(await namesIn(owner, app_id), [remaining.name]);
      for (const id of deleted) {
        const parameters = { testset_id: id, revision_number: 1 };
        expectProblem(await owner.reply.fetchTestset({ parameters }), 'testset_not_found');
        const revision = await owner.reply.fetchTestsetRevision({ parameters });
        expectProblem(revision, 'testset_not_found');
      }
      await makeTestset(owner, { app_id, name: other.name });
    });

    test('200 [] for an empty list, whatever the role; 401 without a credential', async () => {
      const { client } = await makeMember(server(), ['viewer']);
      const body = { testset_ids: [] };
      assert.deepEqual(await client.deleteTestsets({ body }), []);
      expectProblem(await server().client().reply.deleteTestsets({ body }), 'unauthenticated');
      const invented = server().client(`abcdefgh.${'0'.repeat(64)}`);
      expectProblem(await invented.reply.deleteTestsets({ body }), 'unauthenticated');
    });

    test('404 names the first unknown id, and nothing is deleted', async () => {
      const { owner } = server();
      const own = await makeTestset(owner);
      const foreign = await makeTestset((await makeForeigner(server())).client);
      for (const id of [...unknownIds(), foreign.testset_id]) {
        const body = { testset_ids: [own.testset_id, id, 'nonsense'] };
        const reply = await owner.reply.deleteTestsets({ body });
        assert.equal(expectProblem(reply, 'testset_not_found')['field'], 'testset_ids[1]');
      }
      await owner.fetchTestset({ parameters: own });
    });

    test('409 lists the evaluations that use a test set, and nothing is deleted', async () => {
      const { owner } = server();
      const free = await makeTestset(owner);
      const { evaluation_id, testset_id } = await makeHumanEvaluation(owner);
      const body = { testset_ids: [free.testset_id, testset_id] };
      const problem = expectProblem(await owner.reply.deleteTestsets({ body }), 'in_use');
      assert.deepEqual(problem['used_by'], [{ kind: 'evaluation', id: evaluation_id, name: null }]);
      assert.equal(problem['used_by_count'], 1);
      await owner.fetchTestset({ parameters: free });
      await owner.deleteHumanEvaluations({ body: { evaluations_ids: [evaluation_id] } });
      await owner.deleteTestsets({ body });
    });

    test('403 for editors', async () => {
      const { client } = await makeMember(server(), ['editor']);
      const { testset_id } = await makeTestset(client);
      const reply = await client.reply.deleteTestsets({ body: { testset_ids: [testset_id] } });
      assert.equal(expectProblem(reply, 'forbidden')['permission'], 'delete_testset');
      await client.fetchTestset({ parameters: { testset_id } });
    });

    test('422 for more than a thousand ids', async () => {
      const testset_ids = Array.from({ length: 1_001 }, () => 'x');
      const reply = await server().owner.reply.deleteTestsets({ body: { testset_ids } });
      expectInvalid(reply, { loc: ['body', 'testset_ids'], type: 'too_long' });
    });
  });

  describe('deleteApp', () => {
    test('200 deletes the test sets of the app', async () => {
      const { owner } = server();
      const parameters = await makeTestset(owner);
      await owner.deleteApp({ parameters });
      expectProblem(await owner.reply.fetchTestset({ parameters }), 'testset_not_found');
    });
  });
});
