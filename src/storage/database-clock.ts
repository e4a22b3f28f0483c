import { findRow, type Queryable } from './database.ts';
import { statement, withClock } from './statement.ts';

const READ_CLOCK = statement(
  withClock((now) => `SELECT ${now} AS now`),
  { now: 'integer' },
);

/** The time by the clock of the database, in milliseconds. */
export async function readDatabaseClock(db: Queryable): Promise<number> {
  const row = await findRow(db, READ_CLOCK, []);
  if (row === undefined) throw new Error('The database returned no time.');
  return row.now;
}
