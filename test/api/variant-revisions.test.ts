import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import type { JsonObject } from '../../src/contract/fields.ts';
import { makeForeigner, makeMember, makeVariant, unique } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { ID, TIMESTAMP, unknownIds } from '../support/unknown-ids.ts';

const REVISION_KEYS = [
  'id',
  'variant_id',
  'revision',
  'modified_by',
  'modified_by_id',
  'config',
  'commit_message',
  'restored_from',
  'created_at',
];

onEachEngine((server) => {
  describe('listVariantRevisions', () => {
    test('200 lists every revision as it was, newest first', async () => {
      const { owner } = server();
      const variant = await makeVariantWith(owner, [{ a: 1 }, { a: 2 }, { a: 3 }]);
      const { body, status } = await owner.reply.listVariantRevisions({ parameters: variant });
      assert.equal(status, 200);
      assert.deepEqual(
        body.map(({ revision, config }) => [revision, config]),
        [
          [3, { config_name: variant.config_name, parameters: { a: 3 } }],
          [2, { config_name: variant.config_name, parameters: { a: 2 } }],
          [1, { config_name: variant.config_name, parameters: { a: 1 } }],
        ],
      );
      const { id, username } = await owner.fetchProfile();
      for (const revision of body) {
        assert.deepEqual(Object.keys(revision), REVISION_KEYS);
        assert.match(revision.id, ID);
        assert.match(revision.created_at, TIMESTAMP);
        assert.equal(revision.variant_id, variant.variant_id);
        assert.deepEqual([revision.modified_by_id, revision.modified_by], [id, username]);
        assert.deepEqual([revision.commit_message, revision.restored_from], [null, null]);
      }
      assert.equal(new Set(body.map((revision) => revision.id)).size, 3);
    });

    test('names who made each revision', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner);
      const editor = await makeMember(server(), ['editor']);
      await editor.client.updateVariantParameters({
        parameters: variant,
        body: { parameters: { a: 1 } },
      });
      const [newest, oldest] = await owner.listVariantRevisions({ parameters: variant });
      const { username } = await editor.client.fetchProfile();
      assert.deepEqual([newest?.modified_by_id, newest?.modified_by], [editor.userId, username]);
      assert.equal(oldest?.modified_by_id, variant.user_id);
    });

    test('404 for a variant that the caller cannot see', async () => {
      const foreign = await makeVariant((await makeForeigner(server())).client);
      for (const variant_id of [...unknownIds(), foreign.variant_id]) {
        const parameters = { variant_id };
        const reply = await server().owner.reply.listVariantRevisions({ parameters });
        expectProblem(reply, 'variant_not_found');
      }
    });

    test('400 for a forged cursor', async () => {
      const parameters = await makeVariant(server().owner);
      const query = { cursor: 'forged' };
      const reply = await server().owner.reply.listVariantRevisions({ parameters, query });
      expectProblem(reply, 'invalid_cursor');
    });
  });

  describe('fetchVariantRevision', () => {
    test('200 answers with the entry of the list, and an ETag that never changes', async () => {
      const { owner } = server();
      const variant = await makeVariantWith(owner, [{ a: 1 }, { a: 2 }]);
      const parameters = { ...variant, revision_number: 1 };
      const first = await owner.reply.fetchVariantRevision({ parameters });
      assert.equal(first.status, 200);
      const list = await owner.listVariantRevisions({ parameters: variant });
      assert.deepEqual(first.body, list.at(-1));
      assert.match(first.headers.get('etag') ?? '', /^"[^"]+"$/);

      await owner.renameVariant({
        parameters: variant,
        body: { variant_name: unique('v'), config_name: unique('c') },
      });
      const later = await owner.reply.fetchVariantRevision({ parameters });
      assert.deepEqual(later.body, first.body);
      assert.equal(later.headers.get('etag'), first.headers.get('etag'));
    });

    test('404 for a number the variant does not have', async () => {
      const variant = await makeVariant(server().owner);
      for (const revision_number of [0, -1, 2, 2 ** 31, 1e20]) {
        const reply = await server().owner.reply.fetchVariantRevision({
          parameters: { ...variant, revision_number },
        });
        expectProblem(reply, 'revision_not_found');
      }
    });

    test('404 for a variant that the caller cannot see', async () => {
      for (const variant_id of unknownIds()) {
        const parameters = { variant_id, revision_number: 1 };
        const reply = await server().owner.reply.fetchVariantRevision({ parameters });
        expectProblem(reply, 'variant_not_found');
      }
    });

    test('422 for a number that is not an integer', async () => {
      const variant = await makeVariant(server().owner);
      for (const revision_number of [1.5, Number.NaN]) {
        const reply = await server().owner.reply.fetchVariantRevision({
          parameters: { ...variant, revision_number },
        });
        expectInvalid(reply, {
          loc: ['path', 'revision_number'],
          type: 'int_parsing',
          msg: 'Input should be a valid integer, unable to parse string as an integer',
        });
      }
    });
  });

  describe('restoreVariantRevision', () => {
    test('201 creates a revision with the old parameters, and names their revision', async () => {
      const { owner } = server();
      const variant = await makeVariantWith(owner, [{ a: 1 }, { a: 2 }, { a: 3 }]);
      const before = await owner.listVariantRevisions({ parameters: variant });
      const reply = await owner.reply.restoreVariantRevision({
        parameters: { ...variant, revision_number: 1 },
        ifMatch: await etagOf(owner, variant),
        body: { commit_message: 'back' },
      });
      assert.equal(reply.status, 201);
      const { body, headers } = reply;
      assert.deepEqual(
        [body.revision, body.restored_from, body.commit_message, body.config.parameters],
        [4, 1, 'back', { a: 1 }],
      );
      assert.equal(headers.get('location'), `/api/variants/${variant.variant_id}/revisions/4`);
      assert.equal(headers.get('etag'), await etagOf(owner, variant));
      assert.deepEqual(await owner.listVariantRevisions({ parameters: variant }), [
        body,
        ...before,
      ]);
      const current = await owner.fetchVariant({ parameters: variant });
      assert.deepEqual([current.revision, current.parameters], [4, { a: 1 }]);
    });

    test('needs no body', async () => {
      const { owner } = server();
      const variant = await makeVariantWith(owner, [{ a: 1 }, { a: 2 }]);
      const reply = await owner.reply.restoreVariantRevision({
        parameters: { ...variant, revision_number: 1 },
        ifMatch: '*',
      });
      assert.equal(reply.status, 201);
      assert.equal(reply.body.commit_message, null);
    });

    test('keeps the current config name', async () => {
      const { owner } = server();
      const variant = await makeVariantWith(owner, [{ a: 1 }, { a: 2 }]);
      const config_name = unique('config');
      await owner.renameVariant({ parameters: variant, body: { config_name } });
      const restored = await owner.restoreVariantRevision({
        parameters: { ...variant, revision_number: 1 },
        ifMatch: '*',
      });
      assert.equal(restored.config.config_name, config_name);
    });

    test('200 answers with the current revision when the parameters are identical', async () => {
      const { owner } = server();
      const variant = await makeVariantWith(owner, [{ a: 1 }, { a: 2 }, { a: 1 }]);
      const before = await etagOf(owner, variant);
      for (const revision_number of [1, 3]) {
        const reply = await owner.reply.restoreVariantRevision({
          parameters: { ...variant, revision_number },
          ifMatch: before,
        });
        assert.equal(reply.status, 200);
        assert.deepEqual([reply.body.revision, reply.body.restored_from], [3, null]);
        assert.equal(
          reply.headers.get('location'),
          `/api/variants/${variant.variant_id}/revisions/3`,
        );
        assert.equal(reply.headers.get('etag'), before);
      }
    });

    test('428 without If-Match, and nothing is written', async () => {
      const { owner } = server();
      const variant = await makeVariantWith(owner, [{ a: 1 }, { a: 2 }]);
      const parameters = { ...variant, revision_number: 1 };
      const reply = await owner.reply.restoreVariantRevision({ parameters });
      expectProblem(reply, 'precondition_required');
      assert.equal((await owner.fetchVariant({ parameters })).revision, 2);
    });

    test('412 returns the current ETag and revision when If-Match does not match', async () => {
      const { owner } = server();
      const variant = await makeVariantWith(owner, [{ a: 1 }]);
      const ifMatch = await etagOf(owner, variant);
      await owner.updateVariantParameters({ parameters: variant, body: { parameters: {} } });
      const parameters = { ...variant, revision_number: 1 };
      const reply = await owner.reply.restoreVariantRevision({ parameters, ifMatch });
      assert.equal(expectProblem(reply, 'revision_conflict')['current_revision'], 2);
      assert.equal(reply.headers.get('etag'), await etagOf(owner, variant));
    });

    test('404 before 428, for the variant and then for the revision', async () => {
      const { owner } = server();
      for (const variant_id of unknownIds()) {
        const parameters = { variant_id, revision_number: 1 };
        const reply = await owner.reply.restoreVariantRevision({ parameters });
        expectProblem(reply, 'variant_not_found');
      }
      const variant = await makeVariant(owner);
      for (const revision_number of [0, 2]) {
        const parameters = { ...variant, revision_number };
        const reply = await owner.reply.restoreVariantRevision({ parameters });
        expectProblem(reply, 'revision_not_found');
      }
    });
  });

  describe('diffVariantRevisions', () => {
    test('200 lists what changed, sorted by path, objects by key and arrays by index', async () => {
      const { owner } = server();
      const variant = await makeVariantWith(owner, [
        { keep: 1, gone: [1], list: [1, { x: 1 }, 3], kind: {}, 'a/b': 1, 'm~n': 1 },
        { keep: 1, list: [1, { x: 2 }], kind: [], 'a/b': 2, 'm~n': 2, added: null },
      ]);
      const { status, body } = await owner.reply.diffVariantRevisions({
        parameters: variant,
        query: { from: 1, to: 2 },
      });
      assert.equal(status, 200);
      assert.deepEqual(body, {
        variant_id: variant.variant_id,
        from: 1,
        to: 2,
        changes: [
          { op: 'add', path: '/added', value: null },
          { op: 'replace', path: '/a~1b', old: 1, value: 2 },
          { op: 'remove', path: '/gone', old: [1] },
          { op: 'replace', path: '/kind', old: {}, value: [] },
          { op: 'replace', path: '/list/1/x', old: 1, value: 2 },
          { op: 'remove', path: '/list/2', old: 3 },
          { op: 'replace', path: '/m~0n', old: 1, value: 2 },
        ],
      });
    });

    test('compares by default with the current revision, in either direction', async () => {
      const { owner } = server();
      const variant = await makeVariantWith(owner, [{ a: 1 }, { a: 2 }, { a: 3 }]);
      const diff = (query: { from: number; to?: number }) =>
        owner.diffVariantRevisions({ parameters: variant, query });
      const change = (old: number, value: number) => [{ op: 'replace', path: '/a', old, value }];
      const toCurrent = await diff({ from: 1 });
      assert.deepEqual([toCurrent.to, toCurrent.changes], [3, change(1, 3)]);
      assert.deepEqual((await diff({ from: 3, to: 2 })).changes, change(3, 2));
      assert.deepEqual((await diff({ from: 2, to: 2 })).changes, []);
      assert.deepEqual((await diff({ from: 3 })).changes, []);
    });

    test('finds no change if only the order of keys differs', async () => {
      const { owner } = server();
      const variant = await makeVariantWith(owner, [{ a: 1, b: 2 }, {}, { b: 2, a: 1 }]);
      const { changes } = await owner.diffVariantRevisions({
        parameters: variant,
        query: { from: 1, to: 3 },
      });
      assert.deepEqual(changes, []);
    });

    test('404 for an unknown variant, then for an unknown revision', async () => {
      const { owner } = server();
      for (const variant_id of unknownIds()) {
        const reply = await owner.reply.diffVariantRevisions({
          parameters: { variant_id },
          query: { from: 1 },
        });
        expectProblem(reply, 'variant_not_found');
      }
      const variant = await makeVariant(owner);
      for (const query of [{ from: 2 }, { from: 1, to: 2 }, { from: 2 ** 40, to: 1 }]) {
        const reply = await owner.reply.diffVariantRevisions({ parameters: variant, query });
        expectProblem(reply, 'revision_not_found');
      }
    });

    test('422 for numbers below 1, words and a missing from', async () => {
      const { owner } = server();
      const parameters = await makeVariant(owner);
      const bound = {
        type: 'greater_than_equal',
        msg: 'Input should be greater than or equal to 1',
      };
      expectInvalid(
        await owner.reply.diffVariantRevisions({ parameters, query: { from: 0, to: -1 } }),
        { loc: ['query', 'from'], ...bound },
        { loc: ['query', 'to'], ...bound },
      );
      expectInvalid(
        await owner.reply.diffVariantRevisions({ parameters, query: JSON.parse('{"to":"new"}') }),
        { loc: ['query', 'from'], type: 'missing' },
        { loc: ['query', 'to'], type: 'int_parsing' },
      );
    });
  });
});

/** A variant whose revisions 1..n have these parameters. */
async function makeVariantWith(client: Client, history: readonly JsonObject[]) {
  const [first = {}, ...rest] = history;
  const variant = await makeVariant(client, { parameters: first });
  for (const parameters of rest) {
    await client.updateVariantParameters({ parameters: variant, body: { parameters } });
  }
  return variant;
}

async function etagOf(client: Client, parameters: { readonly variant_id: string }) {
  const { headers } = await client.reply.fetchVariant({ parameters });
  return headers.get('etag') ?? '';
}
