import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import pg from 'pg';
import { importAgenta } from '../../src/jobs/agenta/import-agenta.ts';
import {
  createOriginal,
  insertEvaluation,
  insertScenarios,
  insertUsual,
} from '../support/agenta-original.ts';
import { changeSettings } from '../support/change-settings.ts';
import { createMigratedDatabase, dropDatabase } from '../support/databases.ts';
import { ALLOW_LOOPBACK, makeRunnable, startHeldApp } from '../support/generation.ts';
import { outputTable, outputTexts, sendOutputs } from '../support/output-files.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const ROWS = 2_000;

/** The tables that were analyzed. In tests PostgreSQL analyzes none by itself. */
async function analyzedIn(url: string): Promise<ReadonlySet<string>> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ relname: string }>(
    "SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples >= 0",
  );
  await client.end();
  return new Set(rows.map(({ relname }) => relname));
}

describe('tables are analyzed', () => {
  let url: string;
  let server: TestServer;
  beforeEach(async () => {
    url = await createMigratedDatabase();
    server = await startTestServer({
      engine: 'postgres',
      databaseUrl: url,
      environment: ALLOW_LOOPBACK,
    });
  });
  afterEach(async () => {
    await server.stop();
    await dropDatabase(url);
  });
  const assertAnalyzed = async (...tables: readonly string[]) => {
    const analyzed = await analyzedIn(url);
    assert.deepEqual(
      tables.filter((table) => !analyzed.has(table)),
      [],
    );
  };

  test('once an evaluation is created, its outputs are imported and its tasks written', async () => {
    const { owner } = server;
    const made = await makeRunnable(owner, { rows: ROWS, parameters: [] });
    await assertAnalyzed('scenarios');
    const content = outputTable(made, outputTexts(ROWS, 'text'));
    assert.equal((await sendOutputs(owner, made, { content })).status, 200);
    await assertAnalyzed('written_outputs', 'tasks');
  });

  test('once other tasks are written, and once a run is prepared', async (t) => {
    const { owner } = server;
    const held = await startHeldApp();
    t.after(() => held.close());
    const made = await makeRunnable(owner, { rows: ROWS, parameters: [], uri: held.url });
    const isScored = { evaluation_type: 'single_model_test' } as const;
    assert.equal((await changeSettings(owner, made, isScored)).status, 200);
    await assertAnalyzed('tasks');
    await owner.startGeneration({ parameters: made });
    await assertAnalyzed('generation_cells');
    await owner.cancelGeneration({ parameters: made });
  });

  test('once an Agenta database is imported', async (t) => {
    const original = await createOriginal();
    t.after(() => original.end());
    await insertUsual(original);
    await insertScenarios(original, await insertEvaluation(original, 'compared'), ROWS);
    const dataDirectory = temporaryDirectory();
    await importAgenta({
      dataDirectory,
      databaseUrl: url,
      from: original.url,
      workspace: undefined,
      role: 'viewer',
      mode: 'writing',
      reportPath: join(dataDirectory, 'report.jsonl'),
      onProgress: () => undefined,
    });
    await assertAnalyzed('scenarios', 'written_outputs', 'tasks', 'judgements');
  });

  test('not while they are small', async () => {
    await makeRunnable(server.owner, { rows: 20, parameters: [] });
    const analyzed = await analyzedIn(url);
    assert.equal(analyzed.has('scenarios'), false);
  });
});
