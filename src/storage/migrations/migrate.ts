import { setImmediate } from 'node:timers/promises';
import type { Engine, Queryable, Transaction } from '../database.ts';
import { StartRefused } from '../engines/start-refused.ts';
import { adHocStatement, type EngineKind } from '../statement.ts';
import { identity } from './0001-identity.ts';
import { variants } from './0002-variants.ts';
import { testsets } from './0003-testsets.ts';
import { evaluations } from './0004-evaluations.ts';
import { judging } from './0005-judging.ts';
import { generation } from './0006-generation.ts';
import { studyIndex } from './0007-study-index.ts';
import { outputImports } from './0008-output-imports.ts';
import { scenarioTurns } from './0009-scenario-turns.ts';
import { generationProgress } from './0010-generation-progress.ts';
import { claimHolders } from './0011-claim-holders.ts';
import { scenarioTasks } from './0012-scenario-tasks.ts';
import { writtenOutputs } from './0013-written-outputs.ts';
import { closedValues } from './0014-closed-values.ts';
import { validatedValues } from './0015-validated-values.ts';
import { analysisSettings } from './0016-analysis-settings.ts';
import { evaluationObjects } from './0017-evaluation-objects.ts';
import { narrowerAccess } from './0018-narrower-access.ts';
import { auditTrail } from './0019-audit-trail.ts';
import { knownVariants } from './0020-known-variants.ts';
import { beginBackfill, takeBatch } from './backfill.ts';
import { refuseForeignValues } from './foreign-values.ts';
import { type Migration, type Texts, textsOf } from './migration.ts';
import {
  checksumOf,
  createLedger,
  findEntries,
  insertEntry,
  isUnfinished,
  type LedgerEntry,
  updateEntry,
} from './schema-ledger.ts';
import { refuseUnchangeable } from './schema-rights.ts';
import { UpgradeLog } from './upgrade-log.ts';

export const MIGRATIONS: readonly Migration[] = [
  identity,
  variants,
  testsets,
  evaluations,
  judging,
  generation,
  studyIndex,
  outputImports,
  scenarioTurns,
  generationProgress,
  claimHolders,
  scenarioTasks,
  writtenOutputs,
  closedValues,
  validatedValues,
  analysisSettings,
  evaluationObjects,
  narrowerAccess,
  auditTrail,
  knownVariants,
];

/** Every table that a release has made, but the ledger. */
export const OWN_TABLES: ReadonlySet<string> = new Set(
  MIGRATIONS.flatMap((migration) => textsOf(migration, 'postgres').statements).flatMap(
    (sql) => /^CREATE TABLE (\w+)/.exec(sql)?.[1] ?? [],
  ),
);

/**
 * Brings the schema up to date, forward only, in steps of one transaction each: the schema changes
 * up to the next backfill or the next migration with its own transaction, or a batch of a backfill.
 * The next process finishes what a killed one left. A schema that is up to date is only read.
 */
export async function migrate(engine: Engine, log: (sentence: string) => void): Promise<void> {
  const entries = await findEntries(engine);
  refuseForeignSchema(engine.kind, entries ?? []);
  if (isComplete(entries)) return;
  if (engine.kind === 'postgres') await refuseUnchangeable(engine);
  const upgrade = new UpgradeLog(log);
  if (entries !== undefined) upgrade.begin({ from: entries.length, to: MIGRATIONS.length });
  if (entries !== undefined && entries.length < closedValues.number) {
    await engine.changeSchema(refuseForeignValues, () => upgrade.wait());
  }
  let isDone = false;
  while (!isDone) {
    const take = (tx: Transaction) => takeStep(engine.kind, tx, upgrade);
    isDone = (await engine.changeSchema(take, () => upgrade.wait())) === 'done';
    // The embedded engine never yields by itself, and a timer writes the log.
    await setImmediate();
  }
  upgrade.end();
}

/** Creates the schema of this or an earlier release in a database without tables. */
export async function createSchema(
  engine: EngineKind,
  tx: Transaction,
  upTo: number,
): Promise<void> {
  await createLedger(tx);
  for (const migration of MIGRATIONS.slice(0, upTo)) {
    const texts = textsOf(migration, engine);
    await runAll(tx, [...texts.statements, ...texts.afterwards]);
    await insertEntry(tx, migration, checksumOf(texts));
  }
}

/** Whether an upgrade is still to run; false in the middle of a backfill. */
export async function willUpgrade(engine: Queryable): Promise<boolean> {
  const entries = await findEntries(engine);
  return entries !== undefined && entries.length < MIGRATIONS.length && !entries.some(isUnfinished);
}

/** Whether the schema is the one this program was written for. */
export async function isMigrated(engine: Queryable): Promise<boolean> {
  return isComplete(await findEntries(engine));
}

function isComplete(entries: readonly LedgerEntry[] = []): boolean {
  return entries.length === MIGRATIONS.length && !entries.some(isUnfinished);
}

function refuseForeignSchema(engine: EngineKind, entries: readonly LedgerEntry[]): void {
  for (const [index, entry] of entries.entries()) {
    const migration = MIGRATIONS[index];
    if (migration === undefined) {
      throw new StartRefused(
        `The database was written by a newer release (schema ${entry.number}, "${entry.name}"). Start that release, or restore a backup made before the upgrade.`,
      );
    }
    if (isUnfinished(entry) && migration.backfill !== undefined) continue;
    if (entry.checksum !== checksumOf(textsOf(migration, engine))) {
      throw new StartRefused(
        `Schema ${entry.number} of the database is not the one this release knows. Restore a backup or use the release that wrote it.`,
      );
    }
  }
}

/** Reads the ledger under the lock, because another process may have taken steps meanwhile. */
async function takeStep(
  engine: EngineKind,
  tx: Transaction,
  upgrade: UpgradeLog,
): Promise<'more' | 'done'> {
  const entries = await findEntries(tx);
  if (entries === undefined) await createLedger(tx);
  refuseForeignSchema(engine, entries ?? []);
  const last = entries?.at(-1);
  const started = MIGRATIONS[(entries?.length ?? 0) - 1];
  if (last !== undefined && started !== undefined && isUnfinished(last)) {
    await continueBackfill(
      tx,
      { migration: started, texts: textsOf(started, engine), entry: last },
      upgrade,
    );
    return 'more';
  }
  for (const [index, migration] of MIGRATIONS.slice(entries?.length ?? 0).entries()) {
    if (migration.transaction === 'own' && index > 0) return 'more';
    const texts = textsOf(migration, engine);
    await runAll(tx, texts.statements);
    if (migration.backfill !== undefined) {
      await insertEntry(tx, migration, await beginBackfill(tx, migration.backfill));
      return 'more';
    }
    await insertEntry(tx, migration, checksumOf(texts));
  }
  return 'done';
}

interface StartedMigration {
  readonly migration: Migration;
  readonly texts: Texts;
  readonly entry: LedgerEntry;
}

/** Takes the next batch of a backfill; after the last one the migration is finished. */
async function continueBackfill(
  tx: Transaction,
  { migration, texts, entry }: StartedMigration,
  upgrade: UpgradeLog,
): Promise<void> {
  if (migration.backfill === undefined) return;
  const batch = await takeBatch(tx, migration.backfill, entry.checksum);
  upgrade.progress(migration.backfill.table, batch);
  if (batch.place === undefined) await runAll(tx, texts.afterwards);
  await updateEntry(tx, migration, batch.place ?? checksumOf(texts));
}

async function runAll(tx: Transaction, statements: readonly string[]): Promise<void> {
  for (const sql of statements) await tx.query(adHocStatement(sql, {}), []);
}
