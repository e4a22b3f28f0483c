import type { Engine } from './database.ts';
import { passingStatement, statement } from './statement.ts';

/** Below this a plan for a table of unknown size does no harm. */
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
 * Has PostgreSQL count the rows of tables that have just become large for the first time. Its planner takes
 * a table that was never counted for all but empty, and compares each row with each; autovacuum would
 * count them within a minute. On a distributed database the tables are elsewhere, and left to it.
 */
export async function countNewRows(db: Pick<Engine, 'query' | 'transaction'>): Promise<void> {
  for (const { name } of await db.query(LIST_UNCOUNTED, [])) {
    // Where another process is at it, this one need not be.
    const count = passingStatement(`ANALYZE (SKIP_LOCKED) "${name}"`, {});
    await db.transaction((tx) => tx.query(count, []));
  }
}
