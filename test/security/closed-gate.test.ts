import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fastify from 'fastify';
import pino from 'pino';
import { ENDPOINTS } from '../../src/contract/api.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { Type } from '../../src/contract/type.ts';
import { Gate } from '../../src/operations/gate.ts';
import { prepareInstallation } from '../../src/operations/system/prepare-installation.ts';
import { makeVault } from '../../src/outbound/secrets.ts';
import { CallerShares } from '../../src/server/caller-shares.ts';
import type { Installation } from '../../src/server/installation.ts';
import { ConnectionOwners } from '../../src/server/limit-connections.ts';
import { Metrics } from '../../src/server/metrics.ts';
import { type AnyOperation, mountEndpoint } from '../../src/server/mount-endpoint.ts';
import { RateLimiter } from '../../src/server/rate-limits.ts';
import { Db } from '../../src/storage/database.ts';
import { findSetting, insertSetting } from '../../src/storage/instance-settings.ts';
import { ENGINES } from '../support/engine-names.ts';
import { NO_CALLS } from '../support/no-calls.ts';
import { NO_RESULTS } from '../support/no-results.ts';
import { openTestEngine } from '../support/open-engine.ts';
import { OWNER_EMAIL, OWNER_KEY, OWNER_PASSWORD } from '../support/reachable.ts';
import { LEAST_COST } from '../support/running-server.ts';

/** An endpoint whose operation forgets to check the permission that it declares. */
const FORGETFUL: Endpoint = {
  operationId: 'forgetToAsk',
  tag: 'Apps',
  method: 'POST',
  path: '/forget-to-ask',
  summary: 'Write something without checking the permission of the caller.',
  access: { kind: 'permission', permission: 'edit_application' },
  response: Type.Null(),
  status: 200,
  problems: [],
};

test('every endpoint declares who may call it', () => {
  for (const { operationId, access } of ENDPOINTS) {
    assert.ok(['anyone', 'signed-in', 'session', 'permission'].includes(access.kind), operationId);
  }
});

test('the server does not start with an endpoint that does not declare who may call it', () => {
  const { access: _, ...undeclared } = FORGETFUL;
  const installation = makeInstallation(
    () => {
      throw new Error('not reached');
    },
    () => {},
  );
  const operation: AnyOperation = async () => ({ body: null });
  assert.throws(
    // The types forbid this.
    () => mountEndpoint(fastify(), installation, { endpoint: undeclared as Endpoint, operation }),
    /forgetToAsk does not declare who may call it/,
  );
});

describe('an operation that checks no permission', () => {
  for (const engine of ENGINES) {
    test(`gets 500 and writes nothing on ${engine}`, async (t) => {
      const storage = await openTestEngine(engine);
      t.after(storage.close);
      const openDb = () => new Db(storage.engine);
      const logged: string[] = [];
      await prepareInstallation(openDb(), {
        now: Date.now(),
        newId: () => crypto.randomUUID(),
        passwordCost: LEAST_COST,
        owner: { email: OWNER_EMAIL, password: OWNER_PASSWORD, apiKey: OWNER_KEY },
      });
      const server = fastify();
      t.after(() => server.close());
      const operation: AnyOperation = (context) =>
        context.transaction(async (tx) => {
          await insertSetting(tx, { name: 'setup_token_hash', value: 'written' });
          return { body: null };
        });
      const installation = makeInstallation(openDb, (line) => logged.push(line));
      mountEndpoint(server, installation, { endpoint: FORGETFUL, operation });
      const reply = await server.inject({
        method: 'POST',
        url: '/api/forget-to-ask',
        headers: { authorization: OWNER_KEY, host: 'localhost' },
      });
      assert.equal(reply.statusCode, 500);
      assert.equal(reply.json().code, 'internal');
      assert.equal(await findSetting(openDb(), 'setup_token_hash'), undefined);
      assert.match(logged.join(''), /forgetToAsk checked no permission/);
    });
  }
});

test('an answer that cannot be sent becomes 500 instead of ending the process', async (t) => {
  const storage = await openTestEngine('sqlite');
  t.after(storage.close);
  const server = fastify();
  t.after(() => server.close());
  const logged: string[] = [];
  const installation = makeInstallation(
    () => new Db(storage.engine),
    (line) => logged.push(line),
  );
  const endpoint: Endpoint = { ...FORGETFUL, method: 'GET', access: { kind: 'anyone' } };
  // Node refuses a header with a line break.
  const operation: AnyOperation = async () => ({ body: null, etag: '"a\nb"' });
  mountEndpoint(server, installation, { endpoint, operation });
  const reply = await server.inject({ url: '/api/forget-to-ask', headers: { host: 'localhost' } });
  assert.equal(reply.statusCode, 500);
  assert.equal(reply.json().code, 'internal');
  assert.ok(logged.join('').includes(reply.json().request_id));
});

function makeInstallation(openDb: () => Db, log: (line: string) => void): Installation {
  const unlimited = new RateLimiter({ name: 'none', perMinute: 0 });
  return {
    publicUrl: undefined,
    isHttps: false,
    corsOrigins: new Set(),
    openDb,
    openReads: openDb,
    tracer: undefined,
    passwordCost: LEAST_COST,
    clock: Date.now,
    newId: () => crypto.randomUUID(),
    newRequestId: () => crypto.randomUUID(),
    noteAnswer: () => {},
    newToken: () => crypto.randomUUID(),
    cursorSecret: 'secret',
    slotSecret: 'secret',
    leaseMs: 900_000,
    outbound: NO_CALLS,
    vault: makeVault(Buffer.alloc(32)),
    results: NO_RESULTS,
    makeGate: (...asked) => new Gate(...asked),
    log: pino({}, { write: log }),
    metrics: new Metrics(),
    founding: { by: 'owner', perUser: 1 },
    metricsTokenHash: undefined,
    limits: { key: unlimited, session: unlimited, anonymous: unlimited },
    shares: { uploads: new CallerShares('uploads', 8), streams: new CallerShares('streams', 8) },
    connectionOwners: new ConnectionOwners(8, () => false),
    health: {
      database: async () => undefined,
      migrations: async () => true,
      hasDiskSpace: () => true,
      isDraining: () => false,
      durability: 'full',
    },
    figures: {
      engine: 'sqlite',
      database: () => ({ retries: 0, timeouts: 0 }),
      disk: undefined,
      stored: async () => undefined,
    },
    noteUse: () => {},
    announce: () => {},
    wakeRunner: () => undefined,
    onChange: () => () => {},
    stopping: new AbortController().signal,
  };
}
