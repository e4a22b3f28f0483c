import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { createMigratedDatabase, dropDatabase } from '../support/databases.ts';
import { makeHumanEvaluation } from '../support/evaluations.ts';
import { EventStream } from '../support/event-stream.ts';
import { HeldConnection } from '../support/held-connection.ts';
import { OWNER_KEY } from '../support/reachable.ts';
import { startTestServer } from '../support/running-server.ts';
import { until } from '../support/until.ts';

const FIND_WAITING = `SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

test('who leaves before a stream of events has begun gives its share back', async (t) => {
  const databaseUrl = await createMigratedDatabase();
  const environment = { STREAMS_PER_CALLER: '1' };
  const server = await startTestServer({ engine: 'postgres', databaseUrl, environment });
  const [writer, watcher] = [new pg.Client(databaseUrl), new pg.Client(databaseUrl)];
  await Promise.all([writer.connect(), watcher.connect()]);
  t.after(async () => {
    await Promise.all([writer.end(), watcher.end()]);
    await server.stop();
    await dropDatabase(databaseUrl);
  });
  const { evaluation_id: evaluationId } = await makeHumanEvaluation(server.owner);
  const headers = { authorization: OWNER_KEY };
  await writer.query('BEGIN');
  await writer.query('LOCK TABLE human_evaluations IN ACCESS EXCLUSIVE MODE');
  const left = await HeldConnection.open(server.url);
  left.sendHead('GET', `/api/human-evaluations/${evaluationId}/events`, headers);
  await until('the evaluation is read', async () => {
    return (await watcher.query(FIND_WAITING)).rows.length > 0;
  });
  left.close();
  await left.closed;
  await server.owner.reply.checkLiveness();
  await writer.query('COMMIT');
  const stream = await EventStream.open(server, { evaluationId, headers });
  t.after(() => stream.close());
  assert.equal(stream.response.status, 200);
});
