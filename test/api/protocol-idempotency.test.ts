import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import {
  makeApp,
  makeBase,
  makeForeigner,
  makeMember,
  makeVariant,
  unique,
} from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { type ExactReply, sendExact } from '../support/exact-request.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { OWNER_KEY } from '../support/reachable.ts';

interface KeyedRequest {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  readonly key: string;
  readonly as?: string;
  readonly ifMatch?: string;
}

onEachEngine((server) => {
  const send = ({ method = 'POST', path, body, key, as = OWNER_KEY, ifMatch }: KeyedRequest) =>
    sendExact(server(), {
      method,
      path,
      headers: { authorization: as, 'idempotency-key': key, 'if-match': ifMatch },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  describe('an idempotency key', () => {
    test('replays status, body, ETag and Location byte for byte, without the effect', async () => {
      const base = await makeBase(server().owner);
      const app = await makeApp(server().owner);
      const { base_id, app_id } = base;
      const name = unique('v');
      const variant = { base_id, new_variant_name: name, new_config_name: name, parameters: {} };
      const requests: KeyedRequest[] = [
        { path: '/api/apps', body: { app_name: unique('app') }, key: randomUUID() },
        { path: '/api/bases', body: { app_id, base_name: unique('b') }, key: randomUUID() },
        { path: '/api/variants/from-base', body: variant, key: randomUUID() },
        {
          method: 'PATCH',
          path: `/api/apps/${app.app_id}`,
          body: { app_name: unique('renamed') },
          key: randomUUID(),
        },
        {
          path: '/api/environments/deploy',
          body: { environment_name: 'staging', variant_id: base.variant.variant_id },
          key: randomUUID(),
        },
      ];
      for (const request of requests) {
        const first = await send(request);
        assert.ok(first.status < 300, first.text);
        assert.equal(first.headers.get('idempotent-replayed'), null);
        expectReplay(await send(request), first);
        expectReplay(await send(request), first);
      }
      const history = await server().owner.listEnvironmentRevisions({
        parameters: { app_id, environment_name: 'staging' },
      });
      assert.equal(history.revisions.length, 1);
    });

    test('replays a secret that is shown once', async () => {
      const { key: as, workspaceId } = await makeForeigner(server());
      const request = {
        path: `/api/keys?workspace_id=${workspaceId}`,
        key: randomUUID(),
        as,
      };
      const before = await server().client(as).listKeys();
      const first = await send(request);
      assert.equal(first.status, 200);
      expectReplay(await send(request), first);
      const after = await server().client(as).listKeys();
      assert.equal(after.length, before.length + 1);
    });

    test('replays even if the created object is gone', async () => {
      const request = { path: '/api/apps', body: { app_name: unique('app') }, key: randomUUID() };
      const first = await send(request);
      const { app_id } = first.body as { app_id: string }; // A success of createApp.
      await server().owner.deleteApp({ parameters: { app_id } });
      expectReplay(await send(request), first);
    });

    test('is the same with and without a final slash', async () => {
      const body = { app_name: unique('app') };
      const key = randomUUID();
      const first = await send({ path: '/api/apps', body, key });
      expectReplay(await send({ path: '/api/apps/', body, key }), first);
    });

    test('422 with another payload, and nothing is written', async () => {
      const key = randomUUID();
      const first = { app_name: unique('first') };
      const other = { app_name: unique('other') };
      await send({ path: '/api/apps', body: first, key });
      expectInvalid(await send({ path: '/api/apps', body: other, key }), {
        loc: ['header', 'idempotency-key'],
        type: 'idempotency_key_reused',
        msg: 'Idempotency key was used with another request',
      });
      assert.deepEqual(await server().owner.listApps({ query: other }), []);
    });

    test('400 when it is not 1 to 255 visible ASCII characters', async () => {
      const body = { app_name: unique('app') };
      for (const key of ['', 'a b', 'a\tb', 'x'.repeat(256), '\u00e9']) {
        expectProblem(await send({ path: '/api/apps', body, key }), 'idempotency_key_invalid');
      }
      assert.deepEqual(await server().owner.listApps({ query: body }), []);
      const key = randomUUID().padEnd(255, '~');
      assert.equal((await send({ path: '/api/apps', body, key })).status, 200);
    });

    test('replays an answer to a path of any length', async () => {
      for (const length of [600, 900, 1_200, 7_000]) {
        const path = `/api/variants/${'x'.repeat(length)}/revisions/1/restore`;
        const request = { path, key: '"'.repeat(255), ifMatch: '*' };
        const first = await send(request);
        expectProblem(first, 'variant_not_found');
        expectReplay(await send(request), first);
      }
    });

    test('replays 404, 409 and 412 even if the request would succeed now', async () => {
      const { owner } = server();
      const taken = await makeApp(owner);
      const conflict = { path: '/api/apps', body: { app_name: taken.app_name }, key: randomUUID() };
      const firstConflict = await send(conflict);
      expectProblem(firstConflict, 'app_name_taken');
      await owner.deleteApp({ parameters: taken });
      expectReplay(await send(conflict), firstConflict);
      const again = await send({ ...conflict, key: randomUUID() });
      assert.equal(again.status, 200);

      const variant = await makeVariant(owner);
      const missing = {
        path: '/api/environments/deploy',
        body: { environment_name: 'staging', variant_id: variant.variant_id, revision: 2 },
        key: randomUUID(),
      };
      const firstMissing = await send(missing);
      expectProblem(firstMissing, 'revision_not_found');
      await owner.updateVariantParameters({ parameters: variant, body: { parameters: {} } });
      expectReplay(await send(missing), firstMissing);

      const stale = {
        method: 'PATCH',
        path: `/api/variants/${variant.variant_id}`,
        body: { variant_name: unique('renamed') },
        key: randomUUID(),
      };
      const firstStale = await send({ ...stale, ifMatch: '"other"' });
      expectProblem(firstStale, 'revision_conflict');
      expectReplay(await send({ ...stale, ifMatch: '*' }), firstStale);
    });

    test('does not keep 422, 403 and 428: the same key may try again', async () => {
      const { owner } = server();
      const key = randomUUID();
      const invalid = await send({ path: '/api/apps', body: { app_name: '' }, key });
      assert.equal(invalid.status, 422);
      const valid = await send({ path: '/api/apps', body: { app_name: unique('app') }, key });
      expectFresh(valid, 200);

      const base = await makeBase(owner, { base_name: unique('b').padEnd(100, 'b') });
      const config = {
        path: '/api/configs',
        body: {
          base_id: base.base_id,
          config_name: 'c'.repeat(40),
          parameters: {},
          overwrite: false,
        },
        key: randomUUID(),
      };
      assert.equal((await send(config)).status, 422);
      await owner.updateBase({ parameters: base, body: { base_name: unique('short') } });
      expectFresh(await send(config), 200);

      const member = await makeMember(server(), ['viewer']);
      const body = { app_name: unique('app') };
      const asMember = { path: '/api/apps', body, key: randomUUID(), as: member.key };
      expectProblem(await send(asMember), 'forbidden');
      await owner.assignRole({
        parameters: { workspace_id: member.workspaceId },
        body: { email: member.email, organization_id: member.organizationId, role: 'editor' },
      });
      expectFresh(await send(asMember), 200);

      const variant = await makeVariant(owner);
      await owner.updateVariantParameters({ parameters: variant, body: { parameters: {} } });
      const path = `/api/variants/${variant.variant_id}/revisions/1/restore`;
      const restore = { path, key: randomUUID() };
      expectProblem(await send(restore), 'precondition_required');
      expectFresh(await send({ ...restore, ifMatch: '*' }), 201);
    });

    test('belongs to one user, one method and one path', async () => {
      const key = randomUUID();
      const { key: as } = await makeForeigner(server());
      const body = { app_name: unique('app') };
      expectFresh(await send({ path: '/api/apps', body, key }), 200);
      expectFresh(await send({ path: '/api/apps', body, key, as }), 200);
      const { app_id } = await makeApp(server().owner);
      const other = await makeApp(server().owner);
      const rename = { method: 'PATCH', key };
      const first = { ...rename, path: `/api/apps/${app_id}`, body: { app_name: unique('a') } };
      const second = { ...rename, path: `/api/apps/${other.app_id}`, body: {} };
      expectFresh(await send(first), 200);
      expectFresh(await send(second), 200);
      const base = { app_id, base_name: unique('base') };
      expectFresh(await send({ path: '/api/bases', body: base, key }), 201);
    });

    test('has no effect on PUT, DELETE and GET, even if it is malformed', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner);
      const path = `/api/variants/${variant.variant_id}/parameters`;
      for (const key of [randomUUID(), 'not visible']) {
        for (const value of [1, 2]) {
          const body = { parameters: { value, key } };
          expectFresh(await send({ method: 'PUT', path, body, key }), 200);
        }
      }
      assert.equal((await owner.fetchVariant({ parameters: variant })).revision, 5);
      const one = { path: `/api/variants/${variant.variant_id}`, key: 'not visible' };
      expectFresh(await send({ ...one, method: 'GET' }), 200);
      expectFresh(await send({ ...one, method: 'DELETE' }), 200);
      expectProblem(await send({ ...one, method: 'DELETE' }), 'variant_not_found');
    });

    test('runs one of simultaneous equal requests; the others wait for it or get 409', async () => {
      const { owner } = server();
      const variant = await makeVariant(owner);
      for (let round = 0; round < 5; round += 1) {
        const request = {
          path: '/api/environments/deploy',
          body: { environment_name: 'production', variant_id: variant.variant_id },
          key: randomUUID(),
        };
        const replies = await Promise.all(Array.from({ length: 8 }, () => send(request)));
        const fresh = replies.filter(
          ({ status, headers }) => status === 200 && !headers.has('idempotent-replayed'),
        );
        assert.equal(fresh.length, 1);
        const [first] = fresh;
        for (const reply of replies.filter((candidate) => candidate !== first)) {
          if (reply.status === 409) {
            expectProblem(reply, 'idempotency_key_in_use');
            assert.match(reply.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
          } else if (first !== undefined) {
            expectReplay(reply, first);
          }
        }
        if (first !== undefined) expectReplay(await send(request), first);
        const { revisions } = await owner.listEnvironmentRevisions({
          parameters: { app_id: variant.app_id, environment_name: 'production' },
        });
        assert.equal(revisions.length, round + 1);
      }
    });
  });
});

function expectFresh(reply: ExactReply, status: number): void {
  assert.equal(reply.status, status, reply.text);
  assert.equal(reply.headers.get('idempotent-replayed'), null);
}

function expectReplay(reply: ExactReply, first: ExactReply): void {
  assert.equal(reply.headers.get('idempotent-replayed'), 'true', reply.text);
  assert.equal(reply.status, first.status);
  assert.equal(reply.text, first.text);
  for (const name of ['content-type', 'etag', 'location', 'cache-control']) {
    assert.equal(reply.headers.get(name), first.headers.get(name), name);
  }
}
