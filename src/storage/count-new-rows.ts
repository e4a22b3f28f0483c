import type { Engine } from './database.ts';
import { adHocStatement, statement } from './statement.ts';

/** Below this a plan without statistics does no harm. */
const SMALL_BYTES = 64 * 1024;

const LIST_UNCOUNTED = statement(
  {
    postgres: `SELECT c.relname AS name FROM pg_class c
       WHERE c.relnamespace = CAST(current_schema() AS regnamespace) AND c.relkind = 'r'
         AND c.reltuples < 0 AND pg_relation_size(c.oid) > ${SMALL_BYTES}`,
    sqlite: "SELECT '' AS name WHERE 1 = 0",
  },
  { name: 'text' },
);

/**
 * Analyzes tables that have just become large for the first time: PostgreSQL's planner takes a
 * table without statistics for almost empty and joins it row by row. Autovacuum would analyze it
 * within a minute. Tables of a distributed database are on other servers, and left to autovacuum.
 */
export async function countNewRows(db: Pick<Engine, 'query' | 'transaction'>): Promise<void> {
  for (const { name } of await db.query(LIST_UNCOUNTED, [])) {
    // A locked table is being analyzed by another process.
    const count = adHocStatement(`ANALYZE (SKIP_LOCKED) "${name}"`, {});
    await db.transaction((tx) => tx.query(count, []));
  }
}
