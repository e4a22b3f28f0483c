import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import '../../src/storage/outputs/generation-cells.ts';
import { STATEMENTS } from '../../src/storage/statement.ts';
import { explainedRows } from '../support/explained-rows.ts';
import { openTestEngine, type TestEngine } from '../support/open-engine.ts';

const WORKSPACE = '00000000-0000-7000-8000-000000000001';
const EVALUATION = '00000000-0000-7000-8000-000000000002';
const NO_IMPORT = '00000000-0000-0000-0000-000000000000';
const SCENARIOS = 2_000;

const FILL = [
  `INSERT INTO scenarios (workspace_id, id, evaluation_id, position, inputs, correct_answer, is_pinned,
     texts_version, judgement_count, whole_count, open_tasks, is_complete)
   SELECT '${WORKSPACE}', gen_random_uuid(), '${EVALUATION}', n, '[]', '', 0, 0, 0, 0, 0, 0
   FROM generate_series(0, ${SCENARIOS - 1}) n`,
  `INSERT INTO written_outputs (workspace_id, scenario_id, variant_position, import_id, place, output,
     written_at, written_by)
   SELECT workspace_id, id, 0, '${NO_IMPORT}', 0, 'text', 1, '${EVALUATION}' FROM scenarios`,
  `INSERT INTO generation_cells (workspace_id, evaluation_id, variant_position, scenario_id, position,
     status, attempts, due_at, updated_at)
   SELECT workspace_id, evaluation_id, 1, id, position, 'waiting', 0, 1, 1 FROM scenarios`,
];

// PostgreSQL takes tables that were never analyzed for almost empty.
describe('cells of a run in tables that were never analyzed', () => {
  let storage: TestEngine;
  let client: pg.Client;
  before(async () => {
    storage = await openTestEngine('postgres');
    client = new pg.Client(storage.location);
    await client.connect();
    await client.query('SET session_replication_role = replica');
    await client.query('SET join_collapse_limit = 1');
    for (const sql of FILL) await client.query(sql);
  });
  after(async () => {
    await client.end();
    await storage.close();
  });
  const rowsOf = (words: string, values: readonly (string | number)[]) => {
    const matches = STATEMENTS.map(({ text }) => text.postgres).filter((sql) =>
      sql.includes(words),
    );
    assert.equal(matches.length, 1, words);
    return explainedRows(client, matches[0] ?? '', values);
  };

  test('are staged by reading the outputs of their own scenarios only', async () => {
    const rows = await rowsOf('INSERT INTO generation_cells', [WORKSPACE, EVALUATION, 0, 0, 99]);
    assert.ok(rows < 1_000, `${rows} rows for 100 scenarios`);
  });

  test('are canceled without being compared with each other', async () => {
    const rows = await rowsOf("SET status = 'canceled', updated_at", [WORKSPACE, EVALUATION, 500]);
    assert.ok(rows < 5_000, `${rows} rows for 500 cells`);
  });
});
