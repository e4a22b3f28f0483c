import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import pg from 'pg';
import { createClient } from '../../src/client/client.ts';
import type { Role } from '../../src/contract/access.ts';
import { makeMember } from '../support/builders.ts';
import { copyMigratedFile } from '../support/copy-migrated-file.ts';
import { createMigratedDatabase } from '../support/databases.ts';
import { dumpData } from '../support/dump-data.ts';
import { ENGINES, type EngineName } from '../support/engine-names.ts';
import { makeHumanEvaluation } from '../support/evaluations.ts';
import { expectProblem } from '../support/expect.ts';
import { ALLOW_LOOPBACK } from '../support/generation.ts';
import { plainFetch } from '../support/plain-fetch.ts';
import { answerChat, makeProvider, workspaceOf } from '../support/providers.ts';
import { OWNER_KEY } from '../support/reachable.ts';
import { startTestServer } from '../support/running-server.ts';
import { type Answerer, startTarget, type TargetServer } from '../support/target-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const KEY = 'sk-canary-key-0123456789abcdef';
const OTHER_KEY = 'sk-canary-second-0123456789abcdef';
const HEADER = 'canary-value-of-a-header';
const CANARIES = [KEY, OTHER_KEY, HEADER];

/** Echoes everything that it was sent, as a hostile or careless provider might. */
const echo: Answerer = (request, response) => {
  request.resume();
  response.writeHead(401, { 'content-type': 'application/json', 'x-echo': KEY });
  response.end(JSON.stringify({ error: { message: request.rawHeaders } }));
};

for (const engine of ENGINES) {
  describe(`secrets of providers on ${engine}`, () => {
    test('G28: never come back out', async (t) => {
      const { directory, databaseUrl, server, stop } = await start(t, engine);
      const target = await listen(t, echo);
      const received: string[] = [];
      const client = createClient({
        baseUrl: server.url,
        apiKey: OWNER_KEY,
        fetch: async (input, init) => {
          const response = await plainFetch(input, init);
          const text = await response.text();
          received.push(JSON.stringify([...response.headers]), text);
          return response;
        },
      });
      const workspace_id = await workspaceOf(client);
      const secrets = { api_key: KEY, headers: { 'x-secret': HEADER } };
      const make = { workspace_id, name: 'p', base_url: target.url, ...secrets };
      const once = { idempotencyKey: 'canary-once' };
      const { id } = await client.createProvider({ body: make, ...once });
      const parameters = { provider_id: id };
      const replayed = await client.reply.createProvider({ body: make, ...once });
      assert.equal(replayed.headers.get('idempotent-replayed'), 'true');
      await client.reply.createProvider({ body: make });
      await client.reply.createProvider({ body: { ...make, base_url: 'http://10.0.0.1' } });
      await client.reply.createProvider({ body: { ...make, api_key: `${KEY}\n` } });
      await client.reply.createProvider({ body: { ...make, headers: { cookie: HEADER } } });
      await client.reply.createProvider({ body: { ...make, workspace_id: 'nowhere' } });
      await client.updateProvider({ parameters, body: { name: 'q' } });
      await client.reply.updateProvider({ parameters, body: secrets, ifMatch: '"v1"' });
      await client.updateProvider({ parameters, body: { ...secrets, api_key: OTHER_KEY } });
      await client.fetchProvider({ parameters });
      await client.listProviders({ query: { workspace_id } });
      const tested = await client.testProvider({ parameters, body: { model: 'm' } });
      assert.equal(tested.error?.code, 'unauthorized');
      assert.match(JSON.stringify(target.requests()[0]?.rawHeaders), new RegExp(OTHER_KEY));
      const { evaluation_id } = await makeHumanEvaluation(client);
      const query = { content: 'scenarios', format: 'jsonl' } as const;
      await client.exportHumanEvaluation({ parameters: { evaluation_id }, query });
      await client.readOpenApi();
      const liveData = await dumpData(directory, databaseUrl);
      const { logs } = server;
      await stop();
      const restingData = await dumpData(directory, databaseUrl);
      assert.match(logs(), /"operation":"testProvider"/, 'the logs were read');
      assert.ok(
        liveData.includes('x-secret') && restingData.includes('x-secret'),
        'the data was read',
      );
      for (const canary of CANARIES) {
        assert.ok(!received.join('\n').includes(canary), `received: ${canary}`);
        assert.ok(!logs().includes(canary), `in the logs: ${canary}`);
        assert.ok(!liveData.includes(canary), `in the data: ${canary}`);
        assert.ok(!restingData.includes(canary), `in the data at rest: ${canary}`);
      }
    });

    test('G27: go to no origin they were not given for, whichever role repoints the provider', async (t) => {
      const { server } = await start(t, engine);
      const { owner } = server;
      const home = await listen(t, answerChat);
      const trap = await listen(t, answerChat);
      const secrets = { api_key: KEY, headers: { 'x-secret': HEADER } };
      const base_url = trap.url;
      const lower: Role[] = ['editor', 'evaluator', 'deployment_manager', 'viewer'];
      const { id } = await makeProvider(owner, { base_url: home.url, ...secrets });
      for (const role of lower) {
        const { client } = await makeMember(server, [role]);
        const parameters = { provider_id: id };
        for (const body of [{ base_url }, { base_url, ...secrets }]) {
          expectProblem(await client.reply.updateProvider({ parameters, body }), 'forbidden');
        }
        const reply = await client.reply.testProvider({ parameters, body: { model: 'm' } });
        expectProblem(reply, 'forbidden');
      }
      assert.equal(trap.connections() + home.connections(), 0);
      const { client: admin } = await makeMember(server, ['workspace_admin']);
      const repointings: object[] = [
        { base_url },
        { base_url: base_url.toUpperCase() },
        { base_url: `${base_url}/v1/` },
        { base_url, name: 'moved', max_concurrent: 1 },
        { base_url, api_key: null },
        { base_url, headers: {} },
        { base_url, api_key: null, headers: {} },
        { base_url, api_key: '' },
        { base_url, api_key: 'a new one', headers: {} },
        { base_url, api_key: 'sk-given-for-the-trap', headers: { 'x-new': 'y' } },
      ];
      for (const body of repointings) {
        const made = await makeProvider(owner, { base_url: home.url, ...secrets });
        const parameters = { provider_id: made.id };
        await admin.reply.updateProvider({ parameters, body });
        const reply = await admin.reply.testProvider({ parameters, body: { model: 'm' } });
        assert.equal(reply.body.ok, true, JSON.stringify(body));
      }
      assert.ok(trap.requests().length >= 2, 'no provider moved');
      assert.ok(home.requests().length >= 2, 'no provider stayed');
      for (const { rawHeaders } of trap.requests()) assertClean(rawHeaders.join('\n'));
      const kept = home.requests().map(({ headers }) => headers.authorization);
      assert.deepEqual([...new Set(kept)], [`Bearer ${KEY}`]);
    });

    test('G27: cannot be opened for another origin or provider by changing the database', async (t) => {
      const { server, directory, databaseUrl } = await start(t, engine);
      const { owner } = server;
      const home = await listen(t, answerChat);
      const trap = await listen(t, answerChat);
      const secrets = { api_key: KEY, headers: { 'x-secret': HEADER } };
      const callProvider = async (provider_id: string) =>
        owner.testProvider({ parameters: { provider_id }, body: { model: 'm' } });
      const moved = await makeProvider(owner, { base_url: home.url, ...secrets });
      const thief = await makeProvider(owner, { base_url: home.url });
      assert.equal((await callProvider(moved.id)).ok, true);
      await change({ directory, databaseUrl }, [
        `UPDATE providers SET base_url = '${trap.url}' WHERE id = '${moved.id}'`,
        `UPDATE providers SET sealed_key = (SELECT p.sealed_key FROM providers p
           WHERE p.id = '${moved.id}') WHERE id = '${thief.id}'`,
      ]);
      for (const { id } of [moved, thief]) {
        const { ok, error } = await callProvider(id);
        assert.deepEqual([ok, error?.code], [false, 'key_unreadable']);
      }
      assert.equal(trap.connections(), 0);
    });
  });
}

async function start(t: TestContext, engine: EngineName) {
  const directory = temporaryDirectory();
  copyMigratedFile(directory);
  const databaseUrl = engine === 'postgres' ? await createMigratedDatabase() : undefined;
  const server = await startTestServer({
    engine,
    dataDirectory: directory,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    environment: { ...ALLOW_LOOPBACK, LOG_LEVEL: 'debug' },
  });
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    await server.stop();
  };
  t.after(stop);
  return { directory, databaseUrl, server, stop };
}

async function listen(t: TestContext, answer: Answerer): Promise<TargetServer> {
  const target = await startTarget(answer);
  t.after(target.close);
  return target;
}

function assertClean(text: string): void {
  for (const canary of CANARIES) assert.ok(!text.includes(canary), text);
}

/** Changes the database, as an attacker without the master key could. */
async function change(
  { directory, databaseUrl }: { directory: string; databaseUrl: string | undefined },
  statements: readonly string[],
): Promise<void> {
  if (databaseUrl === undefined) {
    const database = new DatabaseSync(join(directory, 'jurybox.db'), { timeout: 5_000 });
    for (const sql of statements) database.exec(sql);
    database.close();
    return;
  }
  const client = new pg.Client(databaseUrl);
  await client.connect();
  for (const sql of statements) await client.query(sql);
  await client.end();
}
