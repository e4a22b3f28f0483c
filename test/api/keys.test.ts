import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { createClient } from '../../src/client/client.ts';
import { makeApp, makeForeigner, makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { OWNER_KEY } from '../support/reachable.ts';
import { cursorIn, DAY_MS, UNKNOWN_ID, wrong } from '../support/requests.ts';
import { until } from '../support/until.ts';

onEachEngine((server) => {
  describe('listKeys', () => {
    test('200 lists the caller’s own keys, newest first, without their secrets', async (t) => {
      const founder = await makeForeigner(server());
      const workspace_id = founder.workspaceId;
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
      t.mock.timers.tick(1);
      const second = await founder.browser.createKey({ query: { workspace_id } });
      t.mock.timers.tick(1);
      const third = await founder.browser.createKey({
        query: { workspace_id, expires_in_days: 2, name: ' nightly build ' },
      });
      const keys = await founder.browser.listKeys();
      assert.deepEqual(
        keys.map(({ prefix }) => prefix),
        [third, second, founder.key].map(prefixOf),
      );
      const [newest, middle] = keys;
      assert.deepEqual(middle, {
        prefix: prefixOf(second),
        name: '',
        created_at: middle?.created_at,
        last_used_at: null,
        expiration_date: null,
        scopes: [],
      });
      assert.equal(newest?.name, 'nightly build');
      const lifeMs =
        Date.parse(newest?.expiration_date ?? '') - Date.parse(newest?.created_at ?? '');
      assert.equal(lifeMs, 2 * DAY_MS);
      assert.ok(!JSON.stringify(keys).includes(third.split('.').at(-1) ?? ''));
    });

    test('200 shows when a key was last used', async () => {
      const founder = await makeForeigner(server());
      await founder.client.fetchProfile();
      await until('the use is recorded', async () => {
        const [key] = await founder.browser.listKeys();
        return key?.last_used_at !== null;
      });
    });

    test('200 shows a key only the keys of its own workspace', async () => {
      const founder = await makeForeigner(server());
      const { id: workspace_id } = await founder.browser.createWorkspace({
        parameters: { org_id: founder.organizationId },
        body: { name: 'elsewhere' },
      });
      const elsewhere = await founder.browser.createKey({ query: { workspace_id } });
      const keys = await server().client(elsewhere).listKeys();
      assert.deepEqual(
        keys.map(({ prefix }) => prefix),
        [prefixOf(elsewhere)],
      );
    });

    test('200 leaves out expired keys', async (t) => {
      const founder = await makeForeigner(server());
      const query = { workspace_id: founder.workspaceId, expires_in_days: 1 };
      await founder.browser.createKey({ query });
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + DAY_MS });
      const keys = await founder.client.listKeys();
      assert.deepEqual(
        keys.map(({ prefix }) => prefix),
        [prefixOf(founder.key)],
      );
    });

    test('200 pages without losing or repeating any', async () => {
      const founder = await makeForeigner(server());
      for (let made = 1; made < 5; made += 1) {
        await founder.browser.createKey({ query: { workspace_id: founder.workspaceId } });
      }
      const walked: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await founder.browser.reply.listKeys({
          query: { limit: 2, ...(cursor === undefined ? {} : { cursor }) },
        });
        assert.ok(page.body.length <= 2);
        walked.push(...page.body.map(({ prefix }) => prefix));
        cursor = cursorIn(page.headers);
      } while (cursor !== undefined);
      const whole = await founder.browser.listKeys();
      assert.deepEqual(
        walked,
        whole.map(({ prefix }) => prefix),
      );
      assert.equal(walked.length, 5);
    });

    test('400 for the cursor of another list or of another user', async () => {
      const founder = await makeForeigner(server());
      await founder.browser.createKey({ query: { workspace_id: founder.workspaceId } });
      await founder.browser.createOrganization({ body: { name: 'second' } });
      const query = { limit: 1 };
      const own = await founder.browser.reply.listKeys({ query });
      const organizations = await founder.browser.reply.listOrganizations({ query });
      const stranger = await makeForeigner(server());
      for (const [client, page] of [
        [stranger.browser, own],
        [founder.browser, organizations],
      ] as const) {
        const cursor = cursorIn(page.headers) ?? '';
        assert.ok(cursor.length > 0);
        expectProblem(await client.reply.listKeys({ query: { cursor } }), 'invalid_cursor');
      }
    });

    test('401 without a credential', async () => {
      expectProblem(await server().client().reply.listKeys(), 'unauthenticated');
    });

    test('422 for a limit that is too large', async () => {
      expectInvalid(await server().owner.reply.listKeys({ query: { limit: 1001 } }), {
        loc: ['query', 'limit'],
        type: 'less_than_equal',
        msg: 'Input should be less than or equal to 1000',
      });
    });
  });

  describe('createKey', () => {
    test('200 returns a key that works at once, in every spelling of the header', async () => {
      const member = await makeMember(server(), ['viewer']);
      const key = await member.browser.createKey({ query: { workspace_id: member.workspaceId } });
      assert.match(key, /^[0-9a-z]{8}\.w[0-9a-f]{32}\.[0-9a-f]{64}$/);
      for (const authorization of [key, `ApiKey ${key}`, `bearer ${key}`, `BEARER  ${key}`]) {
        const client = createClient({ baseUrl: server().url, headers: { authorization } });
        assert.equal((await client.fetchProfile()).id, member.userId);
      }
    });

    test('200 returns a key that names its workspace, and fails with another or none', async () => {
      const founder = await makeForeigner(server());
      const { id: workspace_id } = await founder.browser.createWorkspace({
        parameters: { org_id: founder.organizationId },
        body: { name: 'elsewhere' },
      });
      const [here, elsewhere] = [founder.workspaceId, workspace_id].map(namedIn);
      const key = await founder.browser.createKey({ query: { workspace_id } });
      assert.ok(key.includes(`.${elsewhere}.`));
      await server().client(key).listApps();
      for (const changed of [
        key.replace(`${elsewhere}`, `${here}`),
        key.replace(`.${elsewhere}`, ''),
      ]) {
        const client = server().client(changed);
        expectProblem(await client.reply.listApps(), 'unauthenticated');
        expectProblem(await client.reply.fetchProfile(), 'unauthenticated');
      }
    });

    test('200 returns a key that sees the same as an old key, which names no workspace', async () => {
      assert.match(OWNER_KEY, /^[0-9a-z]{8}\.[0-9a-f]{64}$/);
      const { owner } = server();
      const { app_id } = await makeApp(owner);
      const { workspace_id } = await owner.fetchApp({ parameters: { app_id } });
      const key = await owner.createKey({ query: { workspace_id } });
      assert.ok(key.includes(namedIn(workspace_id)));
      const client = server().client(key);
      assert.equal((await client.fetchApp({ parameters: { app_id } })).app_id, app_id);
      assert.deepEqual(await client.listApps(), await owner.listApps());
      const foreigner = await makeForeigner(server());
      const foreign = { parameters: await makeApp(foreigner.client) };
      for (const caller of [owner, client]) {
        expectProblem(await caller.reply.fetchApp(foreign), 'app_not_found');
      }
    });

    test('200 returns a key that expires no later than the key that created it', async (t) => {
      const member = await makeMember(server(), ['viewer']);
      const query = { workspace_id: member.workspaceId };
      const short = await member.browser.createKey({ query: { ...query, expires_in_days: 2 } });
      const made = [
        await server().client(short).createKey({ query }),
        await server()
          .client(short)
          .createKey({ query: { ...query, expires_in_days: 3650 } }),
      ];
      const shorter = await server()
        .client(short)
        .createKey({ query: { ...query, expires_in_days: 1 } });
      const listed = await member.browser.listKeys();
      const expiryOf = (key: string) =>
        listed.find(({ prefix }) => prefix === prefixOf(key))?.expiration_date ?? '';
      for (const key of made) assert.equal(expiryOf(key), expiryOf(short));
      assert.ok(expiryOf(shorter) < expiryOf(short));
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 2 * DAY_MS });
      for (const key of made) {
        expectProblem(await server().client(key).reply.fetchProfile(), 'unauthenticated');
      }
    });

    test('200 returns a key that works only for its scopes, which are listed', async () => {
      const { browser, workspaceId: workspace_id } = await makeForeigner(server());
      const query = { workspace_id, scopes: 'judge, read' };
      const key = await browser.createKey({ query });
      assert.match(key, /^[0-9a-z]{8}\.w[0-9a-f]{32}\.read\+judge\.[0-9a-f]{64}$/);
      const client = server().client(key);
      await client.listApps();
      const refused = await client.reply.createApp({ body: { app_name: 'app' } });
      assert.deepEqual(expectProblem(refused, 'forbidden')['scopes'], ['write']);
      const [listed, other] = await browser.listKeys();
      assert.deepEqual([listed?.scopes, other?.scopes], [['read', 'judge'], []]);
      for (const changed of [
        key.replace('read+judge', 'read+write'),
        key.replace('.read+judge', ''),
      ]) {
        expectProblem(await server().client(changed).reply.listApps(), 'unauthenticated');
        const reply = await server()
          .client(changed)
          .reply.createApp({ body: { app_name: 'a' } });
        expectProblem(reply, 'unauthenticated');
      }
    });

    test('200 returns a key with at most the scopes of the key that created it', async () => {
      const { browser, workspaceId: workspace_id } = await makeForeigner(server());
      const maker = server().client(
        await browser.createKey({ query: { workspace_id, scopes: 'write,read' } }),
      );
      const made = await maker.createKey({ query: { workspace_id } });
      assert.match(made, /\.read\+write\./);
      assert.match(await maker.createKey({ query: { workspace_id, scopes: 'read' } }), /\.read\./);
      for (const scopes of ['deploy', 'read,judge']) {
        const reply = await maker.reply.createKey({ query: { workspace_id, scopes } });
        expectProblem(reply, 'forbidden');
      }
    });

    test('422 for empty and unknown scopes', async () => {
      const { browser, workspaceId: workspace_id } = await makeForeigner(server());
      for (const scopes of ['', ' , ', 'all', 'read,admin']) {
        const reply = await browser.reply.createKey({ query: { workspace_id, scopes } });
        expectInvalid(reply, { loc: ['query', 'scopes'], type: 'value_error' });
      }
    });

    test('200 returns a key that acts as its owner inside one workspace', async () => {
      const founder = await makeForeigner(server());
      const { id: workspace_id } = await founder.browser.createWorkspace({
        parameters: { org_id: founder.organizationId },
        body: { name: 'elsewhere' },
      });
      const key = await founder.browser.createKey({ query: { workspace_id } });
      const { app_id } = await server()
        .client(key)
        .createApp({ body: { app_name: 'app' } });
      const app = await founder.browser.fetchApp({ parameters: { app_id } });
      assert.equal(app.workspace_id, workspace_id);
      assert.deepEqual(await founder.client.listApps(), []);
    });

    test('200 returns a key that expires when requested', async (t) => {
      const founder = await makeForeigner(server());
      const key = await founder.browser.createKey({
        query: { workspace_id: founder.workspaceId, expires_in_days: 3650 },
      });
      const client = server().client(key);
      const createdAt = Date.now();
      t.mock.timers.enable({ apis: ['Date'], now: createdAt + 3650 * DAY_MS - 60_000 });
      await client.fetchProfile();
      t.mock.timers.setTime(createdAt + 3650 * DAY_MS);
      expectProblem(await client.reply.fetchProfile(), 'unauthenticated');
      await founder.client.fetchProfile();
    });

    test('200 returns the same key again for the same idempotency key', async () => {
      const founder = await makeForeigner(server());
      const call = {
        query: { workspace_id: founder.workspaceId },
        idempotencyKey: randomUUID(),
      };
      const first = await founder.browser.reply.createKey(call);
      const again = await founder.browser.reply.createKey(call);
      assert.equal(again.body, first.body);
      assert.equal(first.headers.get('idempotent-replayed'), null);
      assert.equal(again.headers.get('idempotent-replayed'), 'true');
      assert.equal((await founder.browser.listKeys()).length, 2);
    });

    test('200 returns one key to simultaneous requests with one idempotency key', async () => {
      const founder = await makeForeigner(server());
      const call = {
        query: { workspace_id: founder.workspaceId },
        idempotencyKey: randomUUID(),
      };
      const replies = await Promise.all(
        [1, 2, 3, 4, 5].map(() => founder.browser.reply.createKey(call)),
      );
      for (const reply of replies.filter(({ status }) => status !== 200)) {
        expectProblem(reply, 'idempotency_key_in_use');
        assert.ok(Number(reply.headers.get('retry-after')) > 0);
      }
      const made = replies.filter(({ status }) => status === 200).map(({ body }) => body);
      assert.equal(new Set(made).size, 1);
      assert.equal((await founder.browser.listKeys()).length, 2);
    });

    test('200 for an idempotency key that another user has used', async () => {
      const [one, other] = [await makeForeigner(server()), await makeForeigner(server())];
      const idempotencyKey = randomUUID();
      const keys = new Set<string>();
      for (const { browser, workspaceId } of [one, other]) {
        keys.add(await browser.createKey({ query: { workspace_id: workspaceId }, idempotencyKey }));
      }
      assert.equal(keys.size, 2);
    });

    test('401 without a credential', async () => {
      const { workspaceId } = await makeForeigner(server());
      const reply = await server()
        .client()
        .reply.createKey({ query: { workspace_id: workspaceId } });
      expectProblem(reply, 'unauthenticated');
    });

    test('404 for unknown, malformed and foreign workspaces alike', async () => {
      const founder = await makeForeigner(server());
      const stranger = await makeForeigner(server());
      const details = new Set<string>();
      for (const workspace_id of [UNKNOWN_ID, 'nothing', stranger.workspaceId]) {
        const reply = await founder.browser.reply.createKey({ query: { workspace_id } });
        details.add(expectProblem(reply, 'workspace_not_found').detail);
      }
      assert.equal(details.size, 1);
    });

    test('404 for another workspace of the owner than that of the key', async () => {
      const founder = await makeForeigner(server());
      const { id: workspace_id } = await founder.browser.createWorkspace({
        parameters: { org_id: founder.organizationId },
        body: { name: 'elsewhere' },
      });
      const reply = await founder.client.reply.createKey({ query: { workspace_id } });
      expectProblem(reply, 'workspace_not_found');
    });

    test('422 for days out of range or not whole', async () => {
      const create = server().owner.reply.createKey;
      const loc = ['query', 'expires_in_days'];
      expectInvalid(
        await create({ query: wrong({ expires_in_days: 0 }) }),
        { loc: ['query', 'workspace_id'], type: 'missing', msg: 'Field required' },
        {
          loc,
          type: 'greater_than_equal',
          msg: 'Input should be greater than or equal to 1',
        },
      );
      const workspace_id = UNKNOWN_ID;
      expectInvalid(await create({ query: { workspace_id, expires_in_days: 3651 } }), {
        loc,
        type: 'less_than_equal',
        msg: 'Input should be less than or equal to 3650',
      });
      expectInvalid(await create({ query: wrong({ workspace_id, expires_in_days: '1.5' }) }), {
        loc,
        type: 'int_parsing',
        msg: 'Input should be a valid integer, unable to parse string as an integer',
      });
    });

    test('422 for an idempotency key that was used for another request', async () => {
      const founder = await makeForeigner(server());
      const workspace_id = founder.workspaceId;
      const idempotencyKey = randomUUID();
      await founder.browser.createKey({ query: { workspace_id }, idempotencyKey });
      const reply = await founder.browser.reply.createKey({
        query: { workspace_id, expires_in_days: 1 },
        idempotencyKey,
      });
      expectInvalid(reply, {
        loc: ['header', 'idempotency-key'],
        type: 'idempotency_key_reused',
        msg: 'Idempotency key was used with another request',
      });
    });
  });

  describe('deleteKey', () => {
    test('200 ends the key at once', async () => {
      const founder = await makeForeigner(server());
      const { message } = await founder.browser.deleteKey({
        parameters: { key_prefix: prefixOf(founder.key) },
      });
      assert.ok(message.length > 0);
      expectProblem(await founder.client.reply.fetchProfile(), 'unauthenticated');
      assert.deepEqual(await founder.browser.listKeys(), []);
    });

    test('200 for a key that deletes itself', async () => {
      const founder = await makeForeigner(server());
      const parameters = { key_prefix: prefixOf(founder.key) };
      assert.equal((await founder.client.reply.deleteKey({ parameters })).status, 200);
      expectProblem(await founder.client.reply.deleteKey({ parameters }), 'unauthenticated');
    });

    test('404 for unknown and foreign keys alike', async () => {
      const founder = await makeForeigner(server());
      const stranger = await makeForeigner(server());
      const details = new Set<string>();
      for (const key_prefix of ['unknown1', prefixOf(stranger.key), ' ', stranger.key]) {
        const reply = await founder.browser.reply.deleteKey({ parameters: { key_prefix } });
        details.add(expectProblem(reply, 'key_not_found').detail);
      }
      assert.equal(details.size, 1);
      await stranger.client.fetchProfile();
    });

    test('404 for a key that deletes a key of another workspace', async () => {
      const founder = await makeForeigner(server());
      const { id: workspace_id } = await founder.browser.createWorkspace({
        parameters: { org_id: founder.organizationId },
        body: { name: 'elsewhere' },
      });
      const elsewhere = await founder.browser.createKey({ query: { workspace_id } });
      const parameters = { key_prefix: prefixOf(elsewhere) };
      expectProblem(await founder.client.reply.deleteKey({ parameters }), 'key_not_found');
    });
  });

  describe('validateKey', () => {
    test('200 returns true only for the key of the request itself', async () => {
      const founder = await makeForeigner(server());
      const other = await founder.browser.createKey({
        query: { workspace_id: founder.workspaceId },
      });
      const validate = (client: typeof founder.client, key_prefix: string) =>
        client.validateKey({ parameters: { key_prefix } });
      assert.equal(await validate(founder.client, prefixOf(founder.key)), true);
      assert.equal(await validate(founder.client, prefixOf(other)), false);
      assert.equal(await validate(founder.client, 'unknown1'), false);
      assert.equal(await validate(founder.browser, prefixOf(founder.key)), false);
    });

    test('401 for a wrong key with a right prefix', async () => {
      const founder = await makeForeigner(server());
      const key_prefix = prefixOf(founder.key);
      for (const key of [`${key_prefix}.${'0'.repeat(64)}`, key_prefix, `${founder.key}0`]) {
        const reply = await server().client(key).reply.validateKey({ parameters: { key_prefix } });
        expectProblem(reply, 'unauthenticated');
        assert.equal(reply.headers.get('www-authenticate'), 'ApiKey realm="jurybox"');
      }
    });
  });
});

/** How a key names a workspace. */
function namedIn(workspaceId: string): string {
  return `w${workspaceId.replaceAll('-', '')}`;
}

function prefixOf(key: string): string {
  return key.split('.')[0] ?? '';
}
