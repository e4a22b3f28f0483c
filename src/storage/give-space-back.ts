import { type Db, findRow } from './database.ts';
import { statement } from './statement.ts';

/** Pages of 4 KiB that move at a time; other writers wait meanwhile. */
const PAGES = 500;

const COUNT_FREE = statement(
  {
    sqlite: 'SELECT freelist_count AS pages FROM pragma_freelist_count',
    postgres: 'SELECT 0 AS pages',
  },
  { pages: 'integer' },
);

const SHRINK = statement(
  { sqlite: `PRAGMA incremental_vacuum(${PAGES})`, postgres: 'SELECT WHERE 1 = 0' },
  {},
);

/**
 * Returns some free pages to the file system; true while that can go on. PostgreSQL's autovacuum
 * does it by itself. A file that was created without incremental vacuum reuses its free pages
 * instead.
 */
export async function giveSomeSpaceBack(db: Db): Promise<boolean> {
  const before = await countFree(db);
  if (before === 0) return false;
  await db.transaction((tx) => tx.query(SHRINK, []));
  return (await countFree(db)) < before;
}

async function countFree(db: Db): Promise<number> {
  return (await findRow(db, COUNT_FREE, []))?.pages ?? 0;
}
