import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import type { ApiReply, Client } from '../../src/client/client.ts';
import { unique } from '../support/builders.ts';
import { createDatabase } from '../support/databases.ts';
import { expectProblem } from '../support/expect.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { until } from '../support/until.ts';

interface Refusal {
  readonly what: string;
  /** SQL that makes PostgreSQL refuse, then SQL that undoes it, with `{name}` and `{role}`. */
  readonly refuse: string;
  readonly accept: string;
  readonly reads: 'go on' | 'are refused';
}

const REFUSALS: readonly Refusal[] = [
  {
    what: 'accepts no connections (55000)',
    refuse: 'ALTER DATABASE {name} ALLOW_CONNECTIONS false',
    accept: 'ALTER DATABASE {name} ALLOW_CONNECTIONS true',
    reads: 'are refused',
  },
  {
    what: 'has too many connections (53300)',
    refuse: 'ALTER ROLE {role} CONNECTION LIMIT 0',
    accept: 'ALTER ROLE {role} CONNECTION LIMIT -1',
    reads: 'are refused',
  },
  {
    what: 'does not let the role in (28000)',
    refuse: 'ALTER ROLE {role} NOLOGIN',
    accept: 'ALTER ROLE {role} LOGIN',
    reads: 'are refused',
  },
  {
    what: 'is renamed (3D000)',
    refuse: 'ALTER DATABASE {name} RENAME TO {name}_away',
    accept: 'ALTER DATABASE {name}_away RENAME TO {name}',
    reads: 'are refused',
  },
  {
    what: 'only reads (25006)',
    refuse: 'ALTER DATABASE {name} SET default_transaction_read_only = on',
    accept: 'ALTER DATABASE {name} RESET default_transaction_read_only',
    reads: 'go on',
  },
];

test('G18: requests that PostgreSQL refuses for a while get 503, and the service heals by itself', async (t) => {
  const { server, runAsAdmin, disconnect } = await serveAsRole(t);
  const { owner } = server;
  for (const { what, refuse, accept, reads } of REFUSALS) {
    await t.test(`a database that ${what}`, async () => {
      await until('PostgreSQL refuses', async () => {
        await disconnect();
        // A connection that is being opened is not listed yet, and keeps the name of the database.
        return runAsAdmin(refuse).then(() => true, isInUse);
      });
      await disconnect();
      const write = () => owner.reply.createApp({ body: { app_name: unique('app') } });
      const refused: ApiReply<unknown>[] = [await write(), await write()];
      const read = await owner.reply.listApps();
      if (reads === 'go on') assert.equal(read.status, 200);
      else refused.push(read);
      for (const reply of refused) {
        expectProblem(reply, 'unavailable');
        assert.ok(reply.headers.has('retry-after'));
      }
      await runAsAdmin(accept);
      await disconnect();
      await until('a write succeeds again', async () => (await write()).status === 200);
    });
  }
  await t.test('a database with a stricter default isolation causes no retries', async () => {
    await runAsAdmin("ALTER DATABASE {name} SET default_transaction_isolation = 'serializable'");
    const { app_id } = await owner.createApp({ body: { app_name: unique('app') } });
    await disconnect();
    // Metrics are read through both connections for reading.
    const read = async () => (await owner.reply.readMetrics()).status === 200;
    await until('connected again', read);
    const retries = await readRetries(owner);
    const names = Array.from({ length: 32 }, () => unique('app'));
    const renamed = await Promise.all(
      names.map((app_name) =>
        owner.reply.renameApp({ parameters: { app_id }, body: { app_name } }),
      ),
    );
    assert.deepEqual(new Set(renamed.map(({ status }) => status)), new Set([200]));
    assert.equal(await readRetries(owner), retries);
  });
  assert.doesNotMatch(server.logs(), /"msg":"defect"/);
});

async function readRetries(owner: Client): Promise<string | undefined> {
  return /^jurybox_transaction_retries_total (\d+)$/m.exec(await owner.readMetrics())?.[1];
}

test('writes to a database file that another program locks get 503, reads go on, and it heals by itself', async (t) => {
  const directory = temporaryDirectory();
  const server = await startTestServer({ engine: 'sqlite', dataDirectory: directory });
  t.after(server.stop);
  const other = new DatabaseSync(join(directory, 'jurybox.db'));
  await until('locked by the other program', async () => isLocking(other));
  const write = () => server.owner.reply.createApp({ body: { app_name: unique('app') } });
  const answered: string[] = [];
  const writing = Array.from({ length: 3 }, () => write().finally(() => answered.push('write')));
  // One after the other: the first may be answered before a write reaches the lock, not all of them.
  for (let count = 0; count < READS; count += 1) {
    assert.equal((await server.owner.reply.listApps()).status, 200);
    answered.push('read');
  }
  for (const reply of await Promise.all(writing)) {
    assert.equal(expectProblem(reply, 'unavailable').detail, LATE);
    assert.ok(reply.headers.has('retry-after'));
  }
  assert.deepEqual(answered.slice(0, READS), Array(READS).fill('read'));
  const waiting = write();
  assert.equal((await server.owner.reply.listApps()).status, 200);
  other.exec('COMMIT');
  assert.equal((await waiting).status, 200);
  other.close();
  assert.equal((await write()).status, 200);
});

test('writes to a table that another program locks get 503, also those that get no connection meanwhile', async (t) => {
  const databaseUrl = await createDatabase();
  const server = await startTestServer({
    engine: 'postgres',
    databaseUrl,
    environment: { DATABASE_POOL_SIZE: '2' },
  });
  t.after(server.stop);
  const other = new pg.Client(databaseUrl);
  await other.connect();
  t.after(() => other.end());
  await other.query('BEGIN; LOCK TABLE apps');
  const write = () => server.owner.reply.createApp({ body: { app_name: unique('app') } });
  for (const reply of await Promise.all(Array.from({ length: 5 }, write))) {
    assert.equal(expectProblem(reply, 'unavailable').detail, LATE);
    assert.ok(reply.headers.has('retry-after'));
  }
  await other.query('ROLLBACK');
  assert.equal((await write()).status, 200);
});

const LATE = 'The database did not answer in time. Try again in a few seconds.';

/** Few enough to be answered within the five seconds that writes wait, on any machine. */
const READS = 5;

function isLocking(database: DatabaseSync): boolean {
  try {
    database.exec('BEGIN IMMEDIATE');
    return true;
  } catch {
    return false;
  }
}

interface RoleServer {
  readonly server: TestServer;
  readonly runAsAdmin: (sql: string) => Promise<void>;
  /** Ends the server's connections, so that it needs new ones, and waits until they have ended. */
  readonly disconnect: () => Promise<void>;
}

/** Starts a server with a role that, unlike a superuser, can be refused. */
async function serveAsRole(t: TestContext): Promise<RoleServer> {
  const url = new URL(await createDatabase());
  const name = url.pathname.slice(1);
  const role = `r${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client(url.href.replace(name, 'postgres'));
  await admin.connect();
  t.after(() => admin.end());
  await admin.query(`CREATE ROLE ${role} LOGIN`);
  await admin.query(`ALTER DATABASE ${name} OWNER TO ${role}`);
  const databaseUrl = `postgres://${role}@${url.host}/${name}`;
  const server = await startTestServer({ engine: 'postgres', databaseUrl });
  t.after(() => server.stop());
  return {
    server,
    runAsAdmin: async (sql) => {
      await admin.query(sql.replaceAll('{name}', name).replaceAll('{role}', role));
    },
    disconnect: async () => {
      await admin.query(
        'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = $1',
        [role],
      );
    },
  };
}

function isInUse(error: { readonly code?: string }): false {
  if (error.code === '55006') return false;
  throw error;
}
