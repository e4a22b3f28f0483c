import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { INSERT_VARIANT } from '../../src/storage/variants/variant-changes.ts';
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

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

test('a variant is added to a base without a look at each of its others', async () => {
  const { location, close } = await openTestEngine('postgres');
  const client = new pg.Client(location);
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica');
    await client.query(INSERT_BASE);
    await client.query(INSERT_VARIANTS);
    await client.query('VACUUM ANALYZE variants');
    const { rows } = await client.query<Record<'QUERY PLAN', readonly { Plan: PlanNode }[]>>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${INSERT_VARIANT.text.postgres}`,
      [WORKSPACE, OTHER, OTHER, BASE, 'new', 'new', 'new', 'new', OTHER, '', 3000],
    );
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan ?? assert.fail('There is a plan.');
    assert.ok(rowsOf(plan) < 20, JSON.stringify(plan, null, 2));
  } finally {
    await client.end();
    await close();
  }
});

function rowsOf({ 'Actual Rows': rows, 'Actual Loops': loops, Plans = [] }: PlanNode): number {
  return rows * loops + Plans.reduce((sum, inner) => sum + rowsOf(inner), 0);
}
