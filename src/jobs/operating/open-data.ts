import { existsSync } from 'node:fs';
import { Db, type Engine } from '../../storage/database.ts';
import { type DirectoryLock, lockDirectory } from '../../storage/engines/directory-lock.ts';
import { explainDirectory, explainServer } from '../../storage/engines/explain-start.ts';
import { openPostgres } from '../../storage/engines/postgres.ts';
import { openSqlite } from '../../storage/engines/sqlite.ts';
import { StartRefused } from '../../storage/engines/start-refused.ts';
import { isMigrated } from '../../storage/migrations/migrate.ts';
import { listWorkers } from '../../storage/outputs/generation-workers.ts';
import { type DataPlace, databaseFile } from '../backups.ts';

/** `alone`: refused while the service runs. */
export type Sharing = 'alone' | 'beside the service';

/** Opens the data of an installation without creating or upgrading anything. */
export async function withData<Result>(
  place: DataPlace,
  sharing: Sharing,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const opened = open(place, sharing);
  try {
    if (!(await isMigrated(opened.engine))) throw new StartRefused(NOT_UPGRADED);
    if (sharing === 'alone' && opened.engine.kind === 'postgres') {
      await refuseRunning(opened.engine);
    }
    return await work(new Db(opened.engine));
  } catch (error) {
    throw place.databaseUrl === undefined
      ? explainDirectory(error, place.dataDirectory)
      : explainServer(error, place.databaseUrl);
  } finally {
    await opened.engine.close();
    opened.lock?.release();
  }
}

interface Opened {
  readonly engine: Engine;
  readonly lock?: DirectoryLock;
}

function open(place: DataPlace, sharing: Sharing): Opened {
  if (place.databaseUrl !== undefined) {
    const engine = openPostgres({
      url: place.databaseUrl,
      durability: 'full',
      preparedStatements: 'off',
      poolSize: 2,
    });
    return { engine };
  }
  const path = databaseFile(place);
  if (!existsSync(path)) {
    throw new StartRefused(
      `There is no database at ${path}. Name its directory with --data-dir, or set DATABASE_URL.`,
    );
  }
  if (sharing === 'beside the service') return { engine: openSqlite({ path, durability: 'full' }) };
  const lock = lockDirectory(place.dataDirectory);
  return { engine: openSqlite({ path, durability: 'full' }), lock };
}

/** Every process of the service regularly signs in to the database. */
async function refuseRunning(engine: Engine): Promise<void> {
  const running = await listWorkers(engine);
  if (running.length === 0) return;
  throw new StartRefused(
    `The service runs (${running.length} ${running.length === 1 ? 'process' : 'processes'}). Stop it, wait ten seconds and run the command again.`,
  );
}

const NOT_UPGRADED =
  'The database has the schema of another release. Start this release once to upgrade it, then run the command again.';
