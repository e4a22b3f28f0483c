import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError, createClient, UnusableParameter } from '../../src/client/client.ts';
import { makeApp, unique } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { OWNER_KEY } from '../support/reachable.ts';

onEachEngine((server) => {
  describe('the typed client', () => {
    test('returns 304 for the current ETag, and the new state later', async () => {
      const { owner } = server();
      const parameters = { app_id: (await makeApp(owner)).app_id };
      const first = await owner.reply.fetchApp({ parameters });
      const ifNoneMatch = first.headers.get('etag') ?? '';
      const same = await owner.reply.fetchApp({ parameters, ifNoneMatch });
      assert.deepEqual([same.status, same.body], [304, null]);

      const app_name = unique('renamed');
      await owner.renameApp({ parameters, body: { app_name } });
      const other = await owner.reply.fetchApp({ parameters, ifNoneMatch });
      assert.equal(other.status, 200);
      assert.equal(other.body.app_name, app_name);
    });

    test('finds the service with or without /api at the end of its address', async () => {
      const { url } = server();
      for (const end of ['', '/', '/api', '/api/']) {
        const client = createClient({ baseUrl: `${url}${end}`, apiKey: OWNER_KEY });
        assert.ok(Array.isArray(await client.listApps()), end);
      }
    });

    test('sends nothing if a parameter of the path would lead to another operation', async () => {
      for (const variant_id of ['', '.', '..']) {
        await assert.rejects(
          server().owner.fetchVariant({ parameters: { variant_id } }),
          new UnusableParameter(`variant_id cannot be "${variant_id}". Give an id or a name.`),
        );
      }
    });

    test('throws on 304, and never returns null for an app', async () => {
      const { owner } = server();
      const parameters = { app_id: (await makeApp(owner)).app_id };
      await assert.rejects(
        owner.fetchApp({ parameters, ifNoneMatch: '*' }),
        (error) => error instanceof ApiError && error.status === 304,
      );
    });
  });
});
