import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { INSERT_VARIANT } from '../../src/storage/variants/variant-changes.ts';
import { explainedRows } from '../support/explained-rows.ts';
import { openTestEngine } from '../support/open-engine.ts';

const WORKSPACE = '00000000-0000-7000-8000-000000000001';
const BASE = '00000000-0000-7000-8000-000000000002';
const OTHER = '00000000-0000-7000-8000-000000000003';

const INSERT_BASE = `INSERT INTO bases (workspace_id, id, app_id, name, name_key, version, created_at, updated_at)
  VALUES ('${WORKSPACE}', '${BASE}', '${OTHER}', 'base', 'base', 1, 1, 1)`;

const INSERT_VARIANTS = `INSERT INTO variants (workspace_id, id, app_id, base_id, name, name_key, config_name,
    config_name_key, created_by, head, parameters_hash, version, created_at)
  SELECT '${WORKSPACE}', gen_random_uuid(), '${OTHER}', '${BASE}', n, n, n, n, '${OTHER}', 1, '', 1, n
  FROM generate_series(1, 2000) n`;

test('a variant is added to a base without reading each of its other variants', async () => {
  const { location, close } = await openTestEngine('postgres');
  const client = new pg.Client(location);
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica');
    await client.query(INSERT_BASE);
    await client.query(INSERT_VARIANTS);
    await client.query('VACUUM ANALYZE variants');
    const values = [WORKSPACE, OTHER, OTHER, BASE, 'new', 'new', 'new', 'new', OTHER, '', 3000];
    const rows = await explainedRows(client, INSERT_VARIANT.text.postgres, values);
    assert.ok(rows < 20, `${rows} rows`);
  } finally {
    await client.end();
    await close();
  }
});
