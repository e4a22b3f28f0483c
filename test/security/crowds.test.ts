import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { makeApp, makeMember, unique } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { makeHumanEvaluation } from '../support/evaluations.ts';
import { EventStream } from '../support/event-stream.ts';
import { HeldConnection } from '../support/held-connection.ts';
import { OWNER_KEY } from '../support/reachable.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';
import { startServerProcess } from '../support/server-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { until } from '../support/until.ts';

const UPLOAD = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '1000000' };

describe('a refused body', () => {
  test('loses its connection with the response, for any reason of the refusal', async (t) => {
    const server = await start(t, {});
    const refusals: [number, string, string, Record<string, string>][] = [
      [401, 'POST', '/api/testsets/upload', UPLOAD],
      [401, 'POST', '/api/testsets/upload', { ...UPLOAD, authorization: 'x'.repeat(40) }],
      [413, 'POST', '/api/testsets/upload', { ...UPLOAD, 'content-length': '999999999' }],
      [415, 'POST', '/api/testsets/upload', { authorization: OWNER_KEY, 'content-length': '9' }],
      [413, 'POST', '/api/apps', { authorization: OWNER_KEY, 'content-length': '99999999' }],
      [421, 'POST', '/api/apps', { host: 'evil.example', 'content-length': '9' }],
      [421, 'POST', '/api/apps', { host: 'evil.example', 'transfer-encoding': 'chunked' }],
    ];
    const refuse = async ([status, method, path, headers]: (typeof refusals)[number]) => {
      const connection = await HeldConnection.open(server.url);
      t.after(() => connection.close());
      connection.sendHead(method, path, headers);
      assert.equal(await connection.status(), status, connection.received);
      assert.match(connection.received, /^connection: close\r$/im);
      await connection.closed;
    };
    await Promise.all(refusals.map(refuse));
  });

  test('gets its response before its connection ends, even while more is being sent', async (t) => {
    const server = await start(t, {});
    const connection = await HeldConnection.open(server.url);
    t.after(() => connection.close());
    connection.sendHead('POST', '/api/testsets/upload', UPLOAD);
    connection.send('x'.repeat(1_000_000));
    await connection.closed;
    assert.equal(await connection.status(), 401);
    assert.match(connection.received, /\}$/);
  });
});

test('connections leave descriptors for files, even under a low limit', async (t) => {
  const directory = temporaryDirectory();
  const server = await startServerProcess({
    dataDirectory: directory,
    within: ['/bin/sh', '-c', 'ulimit -n 400 && exec "$0" "$@"'],
  });
  t.after(() => server.kill());
  const { app_id } = await server.owner.createApp({ body: { app_name: unique('app') } });
  // A body too large for memory is written to a file, once it exceeds what memory holds.
  const csvdata = [{ text: 'x'.repeat(400 * 1024) }];
  const body = JSON.stringify({ name: unique('rows'), csvdata });
  const upload = await HeldConnection.open(server.url);
  t.after(() => upload.close());
  upload.sendHead('POST', `/api/testsets/${app_id}`, {
    authorization: OWNER_KEY,
    'content-type': 'application/json',
    'content-length': String(body.length),
  });
  // From many addresses, so that there are more connections than descriptors.
  const held = await Promise.all(
    Array.from({ length: 500 }, (_, index) =>
      HeldConnection.open(server.url, `127.0.1.${1 + (index % 50)}`),
    ),
  );
  t.after(() => held.forEach((connection) => connection.close()));
  upload.send(body);
  assert.equal(await upload.status(), 200, upload.received);
});

describe('connections of one address', () => {
  const environment = { CONNECTIONS_PER_ADDRESS: '5' };

  test('are refused with 429 beyond their share, and other addresses are served', async (t) => {
    const server = await start(t, environment);
    const held = await Promise.all(
      Array.from({ length: 5 }, () => HeldConnection.open(server.url, '127.0.0.2')),
    );
    t.after(() => held.forEach((connection) => connection.close()));
    const ask = async (address: string) => {
      const connection = await HeldConnection.open(server.url, address);
      connection.sendHead('GET', '/api/livez', {});
      const status = await connection.status();
      const text = connection.received;
      connection.close();
      return { status, text };
    };
    const refused = await ask('127.0.0.2');
    assert.equal(refused.status, 429, refused.text);
    assert.match(refused.text, /"code":"rate_limited"/);
    assert.match(refused.text, /^retry-after: \d+\r$/im);
    assert.equal((await ask('127.0.0.3')).status, 200);
    held[0]?.close();
    await until('its share is free again', async () => (await ask('127.0.0.2')).status === 200);
  });

  test('end soon beyond their share, even without a request', async (t) => {
    const server = await start(t, environment);
    const held = await Promise.all(
      Array.from({ length: 6 }, () => HeldConnection.open(server.url, '127.0.0.2')),
    );
    t.after(() => held.forEach((connection) => connection.close()));
    await Promise.race(held.map(({ closed }) => closed));
    assert.equal(held.filter(({ isOpen }) => isOpen).length, 5);
  });

  test('are not counted for a trusted proxy, which many users share', async (t) => {
    const server = await start(t, { ...environment, TRUSTED_PROXIES: '10.0.0.0/8, loopback' });
    const held = await Promise.all(
      Array.from({ length: 20 }, () => HeldConnection.open(server.url)),
    );
    t.after(() => held.forEach((connection) => connection.close()));
    for (const connection of held) {
      connection.sendHead('GET', '/api/livez', {});
      assert.equal(await connection.status(), 200);
    }
  });
});

onEachEngine(
  (server) => {
    test('simultaneous uploads are refused with 429 beyond the share of their user', async (t) => {
      const { app_id } = await makeApp(server().owner);
      const begin = async (authorization: string) => {
        const connection = await HeldConnection.open(server().url);
        t.after(() => connection.close());
        connection.sendHead('POST', '/api/testsets/upload', { ...UPLOAD, authorization });
        return connection;
      };
      const begun = [await begin(OWNER_KEY), await begin(OWNER_KEY), await begin(OWNER_KEY)];
      const answered = begun.map((connection) => connection.status().then(() => connection));
      const refused = await Promise.race(answered);
      assert.equal(await refused.status(), 429);
      assert.match(refused.received, /^retry-after: \d+\r$/im);
      const ask = async (authorization: string) => {
        const form = new FormData();
        form.set('file', new File(['a\n1\n'], `${unique('rows')}.csv`));
        form.set('app_id', app_id);
        const headers = { authorization };
        const url = `${server().url}/api/testsets/upload`;
        return fetch(url, { method: 'POST', body: form, headers });
      };
      assert.equal((await ask(OWNER_KEY)).status, 429);
      // Another key of the same user has no separate share.
      const own = await server().owner.fetchOwnOrganization();
      const { default_workspace } = await server().owner.fetchOrganization({
        parameters: { org_id: own.id },
      });
      const key = await server().owner.createKey({ query: { workspace_id: default_workspace } });
      assert.equal((await ask(key)).status, 429);
      const member = await makeMember(server(), ['editor']);
      assert.equal((await ask(member.key)).status, 200);
      begun.find((connection) => connection !== refused)?.close();
      await until('one is over', async () => (await ask(OWNER_KEY)).status === 200);
    });

    test('simultaneous event streams are refused with 429 beyond the share of their user', async (t) => {
      const { evaluation_id: evaluationId } = await makeHumanEvaluation(server().owner);
      const open = async (authorization: string) => {
        const stream = await EventStream.open(server(), {
          evaluationId,
          headers: { authorization },
        });
        t.after(() => stream.close());
        return stream;
      };
      const [first] = [await open(OWNER_KEY), await open(OWNER_KEY), await open(OWNER_KEY)];
      const refused = await open(OWNER_KEY);
      assert.equal(refused.response.status, 429);
      assert.ok(refused.response.headers.has('retry-after'));
      const member = await makeMember(server(), ['editor']);
      assert.equal((await open(member.key)).response.status, 200);
      first?.close();
      await until('one is over', async () => (await open(OWNER_KEY)).response.status === 200);
    });
  },
  { environment: { UPLOADS_PER_CALLER: '2', STREAMS_PER_CALLER: '3' } },
);

async function start(
  t: TestContext,
  environment: Readonly<Record<string, string>>,
): Promise<TestServer> {
  const server = await startTestServer({ engine: 'sqlite', environment });
  t.after(() => server.stop());
  return server;
}
