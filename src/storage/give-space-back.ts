import { type Db, findRow } from './database.ts';
import { statement } from './statement.ts';

/** So many pages of 4 KiB move at a time: other writers wait for that long. */
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
 * Returns some pages that deleted rows left to the file system, and whether that can go on. PostgreSQL's
 * autovacuum does it by itself; files from before this release have no room for it and are reused instead.
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
