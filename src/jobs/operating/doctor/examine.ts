import { existsSync } from 'node:fs';
import { rulesFrom } from '../../../outbound/calling-rules.ts';
import { grantsOf } from '../../../outbound/loopback.ts';
import { placeOfUrl, placesOfDatabase, placesOfService } from '../../../outbound/own-places.ts';
import { resolveHost } from '../../../outbound/resolve-host.ts';
import type { Queryable } from '../../../storage/database.ts';
import { openForReading } from '../../../storage/engines/thread-access.ts';
import { findSetting } from '../../../storage/instance-settings.ts';
import { isMigrated } from '../../../storage/migrations/migrate.ts';
import { listProviderAddresses, listSealed } from '../../../storage/outputs/sealed-secrets.ts';
import { databaseFile } from '../../backups.ts';
import { checkDirectory } from './check-directory.ts';
import { checkKey } from './check-key.ts';
import { checkPostgres } from './check-postgres.ts';
import { checkProviders } from './check-providers.ts';
import { checkSqlite } from './check-sqlite.ts';
import { type Finding, look, ok, wrong } from './finding.ts';

/** The settings of the service that the checks need. */
export interface DoctorSettings {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: URL | undefined;
  readonly dataDirectory: string;
  readonly databaseUrl: string | undefined;
  readonly durability: 'full' | 'relaxed';
  readonly preparedStatements: 'on' | 'off';
  readonly minimumFreeBytes: number | undefined;
  readonly masterKey: Uint8Array | undefined;
  readonly outboundAllow: { readonly text: string };
  readonly outboundHttp: 'allowed' | 'refused';
}

/** Checks an installation, running or not, and changes nothing. */
export async function examine(settings: DoctorSettings): Promise<readonly Finding[]> {
  const { databaseUrl, durability } = settings;
  const path = databaseFile(settings);
  const databaseFindings =
    databaseUrl === undefined
      ? [...checkDirectory(settings), ...checkSqlite(path, durability)]
      : await checkPostgres({ ...settings, databaseUrl });
  const hasContent = databaseUrl === undefined ? existsSync(path) : databaseFindings.length > 1;
  if (!hasContent) return databaseFindings;
  return [...databaseFindings, ...(await checkContent(settings))];
}

async function checkContent(settings: DoctorSettings): Promise<readonly Finding[]> {
  const { databaseUrl: url, durability } = settings;
  const db = await openForReading(
    url === undefined
      ? { kind: 'file', path: databaseFile(settings) }
      : { kind: 'server', url, durability, preparedStatements: 'off' },
  );
  try {
    if (!(await isMigrated(db))) return [NOT_UPGRADED];
    return [
      ok('schema', 'The schema matches this release.'),
      ...(url === undefined ? [await checkOwnClock(db)] : []),
      await checkBackup(db),
      await findKey(db, settings),
      ...(await callProviders(db, settings)),
    ];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [wrong('content', reason, 'The stored data could not be checked.')];
  } finally {
    await db.close();
  }
}

const NOT_UPGRADED = wrong(
  'schema',
  'The database has the schema of another release.',
  'Start this release once to upgrade it.',
);

/** The embedded database uses the clock of this machine, which may have been set back. */
async function checkOwnClock(db: Queryable): Promise<Finding> {
  const backedUpAt = Number((await findSetting(db, 'backed_up_at')) ?? 0);
  const behindMs = Math.max(backedUpAt, BUILT_AFTER_MS) - Date.now();
  if (behindMs <= 0) return ok('clock', `It is ${new Date().toISOString()}.`);
  return wrong(
    'clock',
    `It is ${new Date().toISOString()} here, which is in the past.`,
    'Set the clock, and run a time service (NTP).',
  );
}

const BUILT_AFTER_MS = Date.UTC(2026, 0, 1);
const DAY_MS = 24 * 60 * 60 * 1000;
const OLD_BACKUP_DAYS = 7;

async function checkBackup(db: Queryable): Promise<Finding> {
  const advice = 'Run "jurybox backup" by a timer: docs/guide/operating.md.';
  const at = await findSetting(db, 'backed_up_at');
  if (at === undefined) return look('backup', '"jurybox backup" has not run yet.', advice);
  const days = (Date.now() - Number(at)) / DAY_MS;
  const finding = `The last backup started at ${new Date(Number(at)).toISOString()}.`;
  return days > OLD_BACKUP_DAYS ? look('backup', finding, advice) : ok('backup', finding);
}

async function findKey(
  db: Queryable,
  { masterKey, dataDirectory }: DoctorSettings,
): Promise<Finding> {
  const noted = await findSetting(db, 'master_key_id');
  try {
    return checkKey({ masterKey, dataDirectory, noted, sealed: await listSealed(db) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return wrong('master key', reason, 'Restore the file from your copy.');
  }
}

async function callProviders(db: Queryable, settings: DoctorSettings): Promise<readonly Finding[]> {
  const { host, port, databaseUrl, outboundAllow, outboundHttp } = settings;
  const grants = grantsOf(settings);
  const ofDatabase = await placesOfDatabase(placeOfUrl(databaseUrl), resolveHost);
  const own = placesOfService({ host, port }).union(ofDatabase);
  const rules = rulesFrom({ allow: outboundAllow.text, own, plainHttp: outboundHttp, grants });
  return checkProviders(await listProviderAddresses(db), rules);
}
