import assert from 'node:assert/strict';
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import pg from 'pg';
import { newToken } from '../../src/operations/tokens.ts';
import { createMigratedDatabase, dropDatabase } from '../support/databases.ts';
import { ENGINES, type EngineName } from '../support/engine-names.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { makeHumanEvaluation, numberedRows } from '../support/evaluations.ts';
import { startTestServer } from '../support/running-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { until } from '../support/until.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Outputs are random, so that no engine can compress them. */
const ROWS = 60;
const OUTPUT_BYTES = 20_000;

for (const engine of ENGINES) {
  describe(`the upkeep on ${engine}`, () => {
    test('deletes evaluations beyond the retention, and returns their space', async (t) => {
      const place = await makePlace(engine, (remove) => t.after(remove), temporaryDirectory());
      const start = async (laterMs: number) => {
        const clock = () => Date.now() + laterMs;
        const sources = { clock, newId: randomUUIDv7, newRequestId: randomUUIDv7, newToken };
        const started = await startTestServer({ engine, ...place.options, sources });
        t.after(() => started.stop().catch(() => undefined));
        return started;
      };
      const first = await start(0);
      const { owner } = first;
      const closed = await makeLarge(owner);
      const open = await makeHumanEvaluation(owner);
      await owner.closeHumanEvaluation({ parameters: { evaluation_id: closed.evaluation_id } });
      const { workspace_id } = await owner.fetchApp({ parameters: { app_id: open.app_id } });
      assert.ok(workspace_id !== null);
      await owner.updateRetention({
        parameters: { workspace_id },
        body: { audit_days: null, evaluation_days: 7 },
      });
      await first.stop();
      const full = await place.bytes();

      // Not yet: first it was closed only six days ago; then the clock has just leapt, and is not
      // trusted for a day.
      for (const days of [6, 8, 8.5]) {
        const early = await start(days * DAY_MS);
        await until('upkeep is done', async () => {
          const metrics = await early.owner.readMetrics();
          return /jurybox_upkeep_success_timestamp_seconds\{[^}]*expired/.test(metrics);
        });
        await early.owner.fetchHumanEvaluation({
          parameters: { evaluation_id: closed.evaluation_id },
        });
        await early.stop();
      }

      const third = await start(9.1 * DAY_MS);
      await until('the evaluation is deleted, and the audit trail shows it', async () => {
        const entries = await third.owner.listAuditEntries({
          parameters: { workspace_id },
          query: { object_id: closed.evaluation_id, operation: 'deleteOldEvaluation' },
        });
        return entries.some(({ actor }) => actor.kind === 'service');
      });
      const { evaluation_id } = open;
      await third.owner.fetchHumanEvaluation({ parameters: { evaluation_id } });
      const least = (ROWS * 2 * OUTPUT_BYTES) / 2;
      await until('its space is returned', async () => full - (await place.bytes()) > least);
    });
  });
}

async function makeLarge(owner: Parameters<typeof fillOutputs>[0]) {
  const made = await makeHumanEvaluation(owner, { rows: numberedRows(ROWS) });
  await fillOutputs(owner, made, () => randomBytes(OUTPUT_BYTES / 2).toString('hex'));
  return made;
}

interface Place {
  readonly options: { readonly databaseUrl?: string; readonly dataDirectory: string };
  /** The space that the database takes on disk. */
  readonly bytes: () => Promise<number>;
}

async function makePlace(
  engine: EngineName,
  after: (remove: () => Promise<void>) => void,
  dataDirectory: string,
): Promise<Place> {
  if (engine === 'sqlite') {
    const bytes = async () => bytesOfFile(join(dataDirectory, 'jurybox.db'));
    return { options: { dataDirectory }, bytes };
  }
  const databaseUrl = await createMigratedDatabase();
  after(() => dropDatabase(databaseUrl));
  const bytes = () => bytesOnServer(databaseUrl);
  return { options: { dataDirectory, databaseUrl }, bytes };
}

/** Includes the write-ahead log, which the next checkpoint moves into the file. */
function bytesOfFile(path: string): number {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  try {
    const sql = 'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size';
    return Number(database.prepare(sql).get()?.['bytes']);
  } finally {
    database.close();
  }
}

/** After a VACUUM, which autovacuum would run later. */
async function bytesOnServer(databaseUrl: string): Promise<number> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query('VACUUM');
    const { rows } = await client.query(
      `SELECT SUM(pg_total_relation_size(c.oid))::float8 AS bytes FROM pg_class c
       WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`,
    );
    return rows[0].bytes;
  } finally {
    await client.end();
  }
}
