import assert from 'node:assert/strict';
import type pg from 'pg';

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

/** Runs a statement on PostgreSQL, and counts the rows that all steps of its plan returned. */
export async function explainedRows(
  client: pg.Client,
  sql: string,
  values: readonly (string | number)[],
): Promise<number> {
  const { rows } = await client.query<Record<'QUERY PLAN', readonly { Plan: PlanNode }[]>>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
    [...values],
  );
  return rowsOf(rows[0]?.['QUERY PLAN'][0]?.Plan ?? assert.fail('EXPLAIN returned no plan.'));
}

function rowsOf({ 'Actual Rows': rows, 'Actual Loops': loops, Plans = [] }: PlanNode): number {
  return rows * loops + Plans.reduce((sum, inner) => sum + rowsOf(inner), 0);
}
