import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { openPostgres } from '../../src/storage/engines/postgres.ts';
import { statement } from '../../src/storage/statement.ts';
import { makeApp, unique } from '../support/builders.ts';
import { createDatabase, createMigratedDatabase } from '../support/databases.ts';
import { makeHumanEvaluation } from '../support/evaluations.ts';
import { EventStream } from '../support/event-stream.ts';
import { expectProblem } from '../support/expect.ts';
import { startPgBouncer } from '../support/pgbouncer.ts';
import { OWNER_KEY, reachableAt } from '../support/reachable.ts';
import { launchServer, type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';

const WRITES = 200;

describe('behind PgBouncer in transaction mode', () => {
  test('a service restarts, and another process joins it', async (t) => {
    const { start } = await startPooler(t, createDatabase());
    const first = await start();
    const { app_id } = await makeApp(first.owner);
    await first.kill();
    const second = await start();
    const third = await start();
    for (const { owner } of [second, third]) {
      assert.equal((await owner.fetchApp({ parameters: { app_id } })).app_id, app_id);
      assert.equal((await owner.reply.checkReadiness()).status, 200);
    }
  });

  test('many reads and writes share few connections', async (t) => {
    const { start } = await startPooler(t);
    const { owner } = await start();
    const names = Array.from({ length: WRITES }, () => unique('app'));
    await Promise.all(names.map((app_name) => owner.createApp({ body: { app_name } })));
    const listed = (await owner.listApps()).map(({ app_name }) => app_name);
    assert.deepEqual(new Set(listed), new Set(names));
  });

  test('statements of a transaction have their limits although the pooler passes on no settings', async (t) => {
    const { databaseUrl: url } = await startPooler(t);
    const engine = openPostgres({
      url,
      durability: 'full',
      preparedStatements: 'off',
      poolSize: 2,
    });
    t.after(() => engine.close());
    const [limits] = await engine.transaction((tx) => tx.query(FIND_LIMITS, []));
    assert.deepEqual({ ...limits }, { statement: '15s', lock: '5s', joins: '1', jit: 'off' });
  });

  test('lost prepared statements are refused with a hint at DATABASE_PREPARED=off', async (t) => {
    const { databaseUrl } = await startPooler(t);
    const server = launchServer({ databaseUrl, environment: { DATABASE_PREPARED: 'on' } });
    t.after(() => server.kill());
    const url = await server.ready;
    if (url === undefined) return assert.match(server.stderr(), /DATABASE_PREPARED=off/);
    const { owner } = reachableAt(url);
    await until('a statement is lost', async () => {
      const replies = await Promise.all(Array.from({ length: 20 }, () => owner.reply.listApps()));
      const lost = replies.find(({ status }) => status !== 200);
      if (lost === undefined) return false;
      assert.match(expectProblem(lost, 'unavailable').detail, /DATABASE_PREPARED=off/);
      return true;
    });
  });

  test('changes reach event streams on another process', async (t) => {
    const { start } = await startPooler(t);
    const here = await start();
    const there = await start();
    const { evaluation_id } = await makeHumanEvaluation(here.owner);
    const stream = await EventStream.open(there, {
      evaluationId: evaluation_id,
      headers: { authorization: OWNER_KEY },
    });
    t.after(() => stream.close());
    await stream.next();
    await here.owner.closeHumanEvaluation({ parameters: { evaluation_id } });
    await stream.until(({ data }) => data['status'] === 'EVALUATION_FINISHED');
  });
});

const FIND_LIMITS = statement(
  `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
     current_setting('join_collapse_limit') AS joins, current_setting('jit') AS jit`,
  { statement: 'text', lock: 'text', joins: 'text', jit: 'text' },
);

interface PooledDatabase {
  readonly databaseUrl: string;
  readonly start: () => Promise<ServerProcess>;
}

async function startPooler(
  t: TestContext,
  database = createMigratedDatabase(),
): Promise<PooledDatabase> {
  const databaseUrl = await startPgBouncer(t, await database);
  const environment = { DATABASE_PREPARED: 'off' };
  const start = async () => {
    const server = await startServerProcess({ databaseUrl, environment });
    t.after(() => server.kill());
    return server;
  };
  return { databaseUrl, start };
}
