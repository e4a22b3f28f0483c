import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeApp, makeBase, makeForeigner, makeVariant, unique } from '../support/builders.ts';
import { deploy } from '../support/deployments.ts';
import { onEachEngine } from '../support/engines.ts';
import { expectProblem } from '../support/expect.ts';
import { type PagedList, readPage, requestPage, walk, withQuery } from '../support/pages.ts';
import { OWNER_KEY } from '../support/reachable.ts';
import type { TestServer } from '../support/running-server.ts';
import { makeTestset } from '../support/testsets.ts';

interface GrowingList extends PagedList {
  readonly add: () => Promise<unknown>;
}

/** New, empty or nearly empty lists, and how to add to each. */
const LISTS: Record<string, (server: TestServer) => Promise<GrowingList>> = {
  listApps: async (server) => {
    const { client, key } = await makeForeigner(server);
    return { server, key, path: '/api/apps', itemsIn, add: () => makeApp(client) };
  },
  listAppVariants: async (server) => {
    const { owner: client } = server;
    const { base_id, app_id } = await makeBase(client);
    const path = `/api/apps/${app_id}/variants`;
    return { server, key: OWNER_KEY, path, itemsIn, add: () => makeVariant(client, { base_id }) };
  },
  listBases: async (server) => {
    const { owner: client } = server;
    const { app_id } = await makeApp(client);
    const path = `/api/bases?app_id=${app_id}`;
    // The whole list is ordered by name and pages by age: here both are the same.
    let count = 100;
    const add = () => {
      count += 1;
      return makeBase(client, { app_id, base_name: unique(`base ${count}`) });
    };
    return { server, key: OWNER_KEY, path, itemsIn, add };
  },
  listVariantRevisions: async (server) => {
    const { owner: client } = server;
    const variant = await makeVariant(client);
    const add = () =>
      client.updateVariantParameters({
        parameters: variant,
        body: { parameters: { value: unique('value') } },
      });
    return {
      server,
      key: OWNER_KEY,
      path: `/api/variants/${variant.variant_id}/revisions`,
      itemsIn,
      add,
    };
  },
  listEnvironmentRevisions: async (server) => {
    const { owner: client } = server;
    const variant = await makeVariant(client);
    const path = `/api/apps/${variant.app_id}/revisions/production`;
    return {
      server,
      key: OWNER_KEY,
      path,
      itemsIn: revisionsIn,
      add: () => deploy(client, variant),
    };
  },
  listKeys: async (server) => {
    const { browser, key, workspaceId: workspace_id } = await makeForeigner(server);
    const add = () => browser.createKey({ query: { workspace_id } });
    return { server, key, path: '/api/keys', itemsIn: keysIn, add };
  },
};

interface RenamableList {
  readonly list: PagedList;
  readonly idOf: (item: unknown) => string;
  /** Of all items, in any order: ids of the same millisecond are ordered by their random parts. */
  readonly ids: readonly string[];
  readonly rename: (id: string, name: string) => Promise<unknown>;
}

/** Lists of items that can be renamed. */
const RENAMABLE_LISTS: Record<string, (server: TestServer) => Promise<RenamableList>> = {
  listApps: async (server) => {
    const { client, key } = await makeForeigner(server);
    const ids = await sixOf(async () => (await makeApp(client)).app_id);
    const rename = (app_id: string, app_name: string) =>
      client.renameApp({ parameters: { app_id }, body: { app_name } });
    const list = { server, key, path: '/api/apps', itemsIn };
    return { list, ids, rename, idOf: fieldOf('app_id') };
  },
  listBases: async (server) => {
    const { owner: client } = server;
    const { app_id } = await makeApp(client);
    const ids = await sixOf(async () => (await makeBase(client, { app_id })).base_id);
    const rename = (base_id: string, base_name: string) =>
      client.updateBase({ parameters: { base_id }, body: { base_name } });
    const list = { server, key: OWNER_KEY, path: `/api/bases?app_id=${app_id}`, itemsIn };
    return { list, ids, rename, idOf: fieldOf('base_id') };
  },
  listAppVariants: async (server) => {
    const { owner: client } = server;
    const { app_id, base_id, variant } = await makeBase(client);
    const others = await sixOf(async () => (await makeVariant(client, { base_id })).variant_id);
    const rename = (variant_id: string, variant_name: string) =>
      client.renameVariant({ parameters: { variant_id }, body: { variant_name } });
    const list = { server, key: OWNER_KEY, path: `/api/apps/${app_id}/variants`, itemsIn };
    return { list, ids: [variant.variant_id, ...others], rename, idOf: fieldOf('variant_id') };
  },
  listTestsets: async (server) => {
    const { owner: client } = server;
    const { app_id } = await makeApp(client);
    const ids = await sixOf(async () => (await makeTestset(client, { app_id })).testset_id);
    const rename = (testset_id: string, name: string) =>
      client.updateTestset({ parameters: { testset_id }, body: { name, csvdata: [] } });
    const list = { server, key: OWNER_KEY, path: `/api/testsets?app_id=${app_id}`, itemsIn };
    return { list, ids, rename, idOf: fieldOf('id') };
  },
};

onEachEngine((server) => {
  for (const [operationId, make] of Object.entries(LISTS)) {
    describe(`pages of ${operationId}`, () => {
      test('hold every item exactly once, in the order of the whole list', async () => {
        const list = await make(server());
        for (let count = 0; count < 5; count += 1) await list.add();
        const { items: all, next } = await readPage(list, list.path);
        assert.equal(next, undefined);
        assert.ok(all.length >= 5);
        for (const limit of [1, 2, all.length - 1, all.length, all.length + 1, 1000]) {
          const pages = await walk(list, limit);
          assert.deepEqual(pages.flat(), all);
          const full = pages.slice(0, -1);
          assert.ok(full.every((page) => page.length === limit));
          assert.equal(pages.length, Math.ceil(all.length / limit));
        }
      });

      test('hold all the rest when the limit is dropped', async () => {
        const list = await make(server());
        for (let count = 0; count < 4; count += 1) await list.add();
        const { items: all } = await readPage(list, list.path);
        const first = await readPage(list, withQuery(list.path, 'limit=1'));
        const cursor = cursorIn(first.next);
        const rest = await readPage(list, withQuery(list.path, `cursor=${cursor}`));
        assert.deepEqual([...first.items, ...rest.items], all);
        assert.equal(rest.next, undefined);
      });

      test('show items that exist throughout once, and new ones at most once', async () => {
        const list = await make(server());
        for (let count = 0; count < 4; count += 1) await list.add();
        const { items: before } = await readPage(list, list.path);
        let additions = 0;
        const walked = (
          await walk(list, 2, async () => {
            if (additions < 4) await list.add();
            additions += 1;
          })
        ).flat();
        const texts = walked.map((item) => JSON.stringify(item));
        assert.equal(new Set(texts).size, texts.length);
        for (const item of before) assert.ok(texts.includes(JSON.stringify(item)));
      });

      test('400 for a cursor that was altered or belongs to another list', async () => {
        const list = await make(server());
        for (let count = 0; count < 3; count += 1) await list.add();
        const { next } = await readPage(list, withQuery(list.path, 'limit=1'));
        const cursor = cursorIn(next);
        const [payload = '', signature = ''] = cursor.split('.');
        const other = Buffer.from('[{"createdAt":0,"id":""},"",9999999999999]').toString(
          'base64url',
        );
        const forged = [
          'x',
          '.',
          payload,
          `${payload}.`,
          `${payload.slice(0, -2)}.${signature}`,
          `${other}.${signature}`,
          `${payload}.${signature.slice(0, -1)}`,
          `${signature}.${payload}`,
        ];
        for (const value of forged) {
          const path = withQuery(list.path, `limit=1&cursor=${encodeURIComponent(value)}`);
          expectProblem(await requestPage(list, path), 'invalid_cursor');
        }
        const others = Object.entries(LISTS).filter(([name]) => name !== operationId);
        const [, makeOther] = others[0] ?? [];
        assert.ok(makeOther);
        const elsewhere = await makeOther(server());
        const path = withQuery(elsewhere.path, `cursor=${cursor}`);
        expectProblem(await requestPage(elsewhere, path), 'invalid_cursor');
      });
    });
  }

  for (const [operationId, make] of Object.entries(RENAMABLE_LISTS)) {
    describe(`pages of ${operationId}`, () => {
      test('hold every item once, in the same order, even if all are renamed meanwhile', async () => {
        const { list, idOf, ids, rename } = await make(server());
        // In pages: the whole list of bases is ordered by name, its pages by age.
        const order = (await walk(list, 1000)).flat().map(idOf);
        assert.deepEqual(order.toSorted(), ids.toSorted());
        for (const limit of [1, 2, 3]) {
          let round = 0;
          const pages = await walk(list, limit, async () => {
            round += 1;
            // To the front and the end by turns, so that each item passes the position of the walk.
            for (const [index, id] of ids.entries()) {
              await rename(id, unique((index + round) % 2 === 0 ? 'a' : 'z'));
            }
          });
          assert.deepEqual(pages.flat().map(idOf), order);
        }
      });
    });
  }

  describe('the cursor of a page', () => {
    test('works only with the filters it was made for', async () => {
      const { client, key } = await makeForeigner(server());
      for (let count = 0; count < 3; count += 1) await makeApp(client);
      const list: PagedList = { server: server(), key, path: '/api/apps', itemsIn };
      const { next } = await readPage(list, '/api/apps?limit=1');
      const cursor = cursorIn(next);
      const filtered = await requestPage(list, `/api/apps?app_name=x&cursor=${cursor}`);
      expectProblem(filtered, 'invalid_cursor');

      const base = await makeBase(client);
      const path = `/api/bases?app_id=${base.app_id}`;
      await makeBase(client, { app_id: base.app_id });
      const bases = await readPage(list, `${path}&limit=1`);
      const named = await requestPage(list, `${path}&base_name=x&cursor=${cursorIn(bases.next)}`);
      expectProblem(named, 'invalid_cursor');
      const other = await makeApp(client);
      const moved = await requestPage(
        list,
        `/api/bases?app_id=${other.app_id}&cursor=${cursorIn(bases.next)}`,
      );
      expectProblem(moved, 'invalid_cursor');
    });

    test('keeps filters and limit in the link to the next page', async () => {
      const { client, key } = await makeForeigner(server());
      const base = await makeBase(client);
      await makeBase(client, { app_id: base.app_id });
      const list: PagedList = { server: server(), key, path: '/api/bases', itemsIn };
      const { next = '' } = await readPage(list, `/api/bases/?limit=1&app_id=${base.app_id}`);
      const { pathname, searchParams } = new URL(next, server().url);
      assert.match(pathname, /^\/api\/bases\/?$/);
      assert.deepEqual([...searchParams.keys()].sort(), ['app_id', 'cursor', 'limit']);
      assert.equal(searchParams.get('app_id'), base.app_id);
      assert.equal(searchParams.get('limit'), '1');
    });

    test('survives the deletion of the item it points to', async () => {
      const { client, key } = await makeForeigner(server());
      const apps = [];
      for (let count = 0; count < 4; count += 1) apps.push(await makeApp(client));
      const list: PagedList = { server: server(), key, path: '/api/apps', itemsIn };
      const first = await readPage(list, '/api/apps?limit=2');
      for (const parameters of apps.slice(0, 2)) await client.deleteApp({ parameters });
      const second = await readPage(list, first.next ?? '');
      assert.deepEqual(second.items, apps.slice(2));
    });
  });
});

async function sixOf(make: () => Promise<string>): Promise<readonly string[]> {
  const ids: string[] = [];
  while (ids.length < 6) ids.push(await make());
  return ids;
}

function fieldOf(name: string): (item: unknown) => string {
  return (item) => String(Object(item)[name]);
}

function itemsIn(body: unknown): readonly unknown[] {
  assert.ok(Array.isArray(body));
  return body;
}

function revisionsIn(body: unknown): readonly unknown[] {
  assert.ok(typeof body === 'object' && body !== null && 'revisions' in body);
  return itemsIn(body.revisions);
}

/** Keys without the time of their last use, which moves with every request. */
function keysIn(body: unknown): readonly unknown[] {
  return itemsIn(body).map((item) => ({ ...Object(item), last_used_at: undefined }));
}

function cursorIn(next: string | undefined): string {
  return new URL(next ?? '', 'http://host').searchParams.get('cursor') ?? '';
}
