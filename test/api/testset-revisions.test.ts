import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import { makeForeigner, makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { cursorIn, wrong } from '../support/requests.ts';
import { type MadeTestset, makeTestset } from '../support/testsets.ts';
import { ID, TIMESTAMP, unknownIds } from '../support/unknown-ids.ts';

const REVISION_KEYS = [
  'id',
  'testset_id',
  'revision',
  'row_count',
  'columns',
  'modified_by',
  'commit_message',
  'created_at',
];

onEachEngine((server) => {
  describe('listTestsetRevisions', () => {
    test('200 lists every revision, newest first', async () => {
      const { owner } = server();
      const testset = await makeTestset(owner, {
        csvdata: [
          { b: 1, a: 2 },
          { c: 3, a: 4 },
        ],
      });
      const editor = await makeMember(server(), ['editor']);
      await editor.client.updateTestset({
        parameters: testset,
        body: { name: testset.name, csvdata: [], commit_message: 'none left' },
      });
      const list = await owner.listTestsetRevisions({ parameters: testset });
      const names = [
        (await editor.client.fetchProfile()).username,
        (await owner.fetchProfile()).username,
      ];
      assert.deepEqual(
        list.map(({ id: _id, created_at: _at, ...rest }) => rest),
        [
          {
            testset_id: testset.testset_id,
            revision: 2,
            row_count: 0,
            columns: [],
            modified_by: names[0],
            commit_message: 'none left',
          },
          {
            testset_id: testset.testset_id,
            revision: 1,
            row_count: 2,
            columns: ['b', 'a', 'c'],
            modified_by: names[1],
            commit_message: null,
          },
        ],
      );
      for (const revision of list) {
        assert.deepEqual(Object.keys(revision), REVISION_KEYS);
        assert.match(revision.id, ID);
        assert.match(revision.created_at, TIMESTAMP);
      }
    });

    test('200 lists each revision once, by default in pages of 50', async () => {
      const { owner } = server();
      const testset = await makeTestset(owner);
      await change(owner, testset, 52);
      const first = await owner.reply.listTestsetRevisions({ parameters: testset });
      assert.equal(first.body.length, 50);
      const cursor = cursorIn(first.headers) ?? '';
      const second = await owner.reply.listTestsetRevisions({
        parameters: testset,
        query: { cursor },
      });
      assert.equal(cursorIn(second.headers), undefined);
      assert.deepEqual(
        [...first.body, ...second.body].map(({ revision }) => revision),
        Array.from({ length: 53 }, (_, index) => 53 - index),
      );
      const few = await owner.reply.listTestsetRevisions({
        parameters: testset,
        query: { limit: 2 },
      });
      assert.deepEqual(
        few.body.map(({ revision }) => revision),
        [53, 52],
      );
    });

    test('422 for a limit beyond 200', async () => {
      const parameters = await makeTestset(server().owner);
      const query = { limit: 201 };
      const reply = await server().owner.reply.listTestsetRevisions({ parameters, query });
      expectInvalid(reply, { loc: ['query', 'limit'], type: 'less_than_equal' });
    });

    test('404 for a test set that the caller cannot see', async () => {
      const foreign = await makeTestset((await makeForeigner(server())).client);
      for (const testset_id of [...unknownIds(), foreign.testset_id]) {
        const parameters = { testset_id };
        const reply = await server().owner.reply.listTestsetRevisions({ parameters });
        expectProblem(reply, 'testset_not_found');
      }
    });

    test('400 for a cursor of another test set', async () => {
      const { owner } = server();
      const [one, other] = [await makeTestset(owner), await makeTestset(owner)];
      await change(owner, one, 1);
      const page = await owner.reply.listTestsetRevisions({ parameters: one, query: { limit: 1 } });
      const query = { cursor: cursorIn(page.headers) ?? '' };
      const reply = await owner.reply.listTestsetRevisions({ parameters: other, query });
      expectProblem(reply, 'invalid_cursor');
    });
  });

  describe('fetchTestsetRevision', () => {
    test('200 always shows the rows of that revision', async () => {
      const { owner } = server();
      const testset = await makeTestset(owner, { csvdata: [{ a: 'first' }] });
      const parameters = { ...testset, revision_number: 1 };
      const before = await owner.reply.fetchTestsetRevision({ parameters });
      await change(owner, testset, 2);
      const after = await owner.reply.fetchTestsetRevision({ parameters });
      assert.deepEqual(Object.keys(after.body), [...REVISION_KEYS, 'csvdata']);
      assert.deepEqual(after.body, before.body);
      assert.deepEqual(after.body.csvdata, [{ a: 'first' }]);
      assert.match(after.headers.get('etag') ?? '', /^"[^"]+"$/);
      assert.equal(after.headers.get('etag'), before.headers.get('etag'));
      const third = await owner.reply.fetchTestsetRevision({
        parameters: { ...testset, revision_number: 3 },
      });
      assert.deepEqual(third.body.csvdata, [{ change: 1 }]);
      assert.notEqual(third.headers.get('etag'), before.headers.get('etag'));
    });

    test('304 for a known ETag', async () => {
      const { owner } = server();
      const parameters = { ...(await makeTestset(owner)), revision_number: 1 };
      const { headers } = await owner.reply.fetchTestsetRevision({ parameters });
      const ifNoneMatch = headers.get('etag') ?? '';
      const reply = await owner.reply.fetchTestsetRevision({ parameters, ifNoneMatch });
      assert.deepEqual([reply.status, reply.body], [304, null]);
    });

    test('404 for numbers that no revision has', async () => {
      const testset = await makeTestset(server().owner);
      for (const revision_number of [0, -1, 2, 2 ** 31, 1e21]) {
        const parameters = { ...testset, revision_number };
        const reply = await server().owner.reply.fetchTestsetRevision({
          parameters: wrong({ ...parameters, revision_number: BigInt(revision_number) }),
        });
        expectProblem(reply, 'revision_not_found');
      }
    });

    test('404 for a test set that the caller cannot see', async () => {
      const foreign = await makeTestset((await makeForeigner(server())).client);
      for (const testset_id of [...unknownIds(), foreign.testset_id]) {
        const parameters = { testset_id, revision_number: 1 };
        const reply = await server().owner.reply.fetchTestsetRevision({ parameters });
        expectProblem(reply, 'testset_not_found');
      }
    });

    test('422 for a revision that is not a number', async () => {
      const parameters = { ...(await makeTestset(server().owner)), revision_number: wrong('x') };
      const reply = await server().owner.reply.fetchTestsetRevision({ parameters });
      expectInvalid(reply, { loc: ['path', 'revision_number'], type: 'int_parsing' });
    });
  });
});

/** Gives a test set other rows, several times. */
async function change(client: Client, testset: MadeTestset, times: number): Promise<void> {
  for (let number = 0; number < times; number += 1) {
    await client.updateTestset({
      parameters: testset,
      body: { name: testset.name, csvdata: [{ change: number }] },
    });
  }
}
