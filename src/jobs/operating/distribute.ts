import type { Engine } from '../../storage/database.ts';
import { distribute, hasCitus, hasRows, isDistributed } from '../../storage/distribution.ts';
import { explainServer } from '../../storage/engines/explain-start.ts';
import { openPostgres } from '../../storage/engines/postgres.ts';
import { StartRefused } from '../../storage/engines/start-refused.ts';
import { isMigrated, migrate } from '../../storage/migrations/migrate.ts';
import { findEntries } from '../../storage/migrations/schema-ledger.ts';
import type { DataPlace } from '../backups.ts';

/** Spreads the empty database of an installation over the servers of its Citus cluster. */
export async function distributeDatabase({ databaseUrl }: DataPlace): Promise<void> {
  if (databaseUrl === undefined) throw new StartRefused(EMBEDDED);
  const engine = openPostgres({
    url: databaseUrl,
    durability: 'full',
    preparedStatements: 'off',
    poolSize: 1,
  });
  try {
    await distributeOn(engine);
  } catch (error) {
    throw explainServer(error, databaseUrl);
  } finally {
    await engine.close();
  }
}

async function distributeOn(engine: Engine): Promise<void> {
  if (!(await hasCitus(engine))) throw new StartRefused(NO_EXTENSION);
  const isNew = (await findEntries(engine)) === undefined;
  if (isNew) await migrate(engine, () => undefined);
  if (!(await isMigrated(engine))) throw new StartRefused(NOT_UPGRADED);
  await engine.changeSchema(
    async (tx) => {
      if (await isDistributed(tx)) throw new StartRefused(DISTRIBUTED);
      if (await hasRows(tx)) throw new StartRefused(HAS_ROWS);
      await distribute(tx);
    },
    () => undefined,
  );
}

const EMBEDDED =
  'The embedded database cannot be distributed. Set DATABASE_URL to a database on the coordinator of a Citus cluster.';

const NO_EXTENSION =
  'The database has no extension "citus". Run CREATE EXTENSION citus in it on every server, add the workers to the coordinator, and run the command again.';

const NOT_UPGRADED =
  'The database has the schema of another release. Name an empty database in DATABASE_URL.';

const DISTRIBUTED = 'The database is already distributed. There is nothing to do.';

const HAS_ROWS =
  'The database has rows, and only an empty one can be distributed. Name an empty database in DATABASE_URL.';
