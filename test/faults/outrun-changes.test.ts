import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { deleteOldEvaluations } from '../../src/operations/evaluations/parts/delete-old-evaluations.ts';
import { Db } from '../../src/storage/database.ts';
import { makeMember } from '../support/builders.ts';
import { makeHumanEvaluation } from '../support/evaluations.ts';
import { openTestEngine } from '../support/open-engine.ts';
import { DAY_MS } from '../support/requests.ts';
import { startTestServer } from '../support/running-server.ts';
import { until } from '../support/until.ts';
import { PASSWORD } from '../support/visitor.ts';

const FIND_WAITING = `SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** A server on PostgreSQL, and changes that it does not see until they are committed. */
async function prepare(t: TestContext) {
  const { engine, location, close } = await openTestEngine('postgres');
  const server = await startTestServer({ engine: 'postgres', databaseUrl: location });
  const [writer, watcher] = [new pg.Client(location), new pg.Client(location)];
  await Promise.all([writer.connect(), watcher.connect()]);
  t.after(async () => {
    await Promise.all([writer.end(), watcher.end()]);
    await server.stop();
    await close();
  });
  /** Commits a change once somebody waits for it who has read what was before it. */
  const outrun = async <Answer>(sql: string, run: () => Promise<Answer>): Promise<Answer> => {
    await writer.query('BEGIN');
    await writer.query(sql);
    const running = run();
    await until('it waits for the change', async () => {
      return (await watcher.query(FIND_WAITING)).rows.length > 0;
    });
    await writer.query('COMMIT');
    return running;
  };
  return { server, outrun, db: new Db(engine) };
}

test('logIn fails with a password that was changed while it was compared', async (t) => {
  const { server, outrun } = await prepare(t);
  const { email, userId } = await makeMember(server, ['viewer']);
  const { status } = await outrun(
    `UPDATE users SET password_hash = 'another' WHERE id = '${userId}'`,
    () => server.client().reply.logIn({ body: { email, password: PASSWORD } }),
  );
  assert.equal(status, 401);
});

test('deleteOldEvaluations leaves one that was reopened meanwhile', async (t) => {
  const { server, outrun, db } = await prepare(t);
  const { owner } = server;
  const { evaluation_id } = await makeHumanEvaluation(owner);
  const parameters = { evaluation_id };
  await owner.closeHumanEvaluation({ parameters });
  const { workspaceId } = await makeMember(server, ['viewer']);
  await owner.updateRetention({
    parameters: { workspace_id: workspaceId },
    body: { audit_days: null, evaluation_days: 1 },
  });
  const upkeep = { now: Date.now() + 2 * DAY_MS, newId: () => crypto.randomUUID() };
  await outrun(`UPDATE human_evaluations SET closed_at = NULL WHERE id = '${evaluation_id}'`, () =>
    deleteOldEvaluations(db, upkeep),
  );
  assert.equal((await owner.reply.fetchHumanEvaluation({ parameters })).status, 200);
});
