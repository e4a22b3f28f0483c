import { createHash } from 'node:crypto';
import type { Engine } from './database.ts';
import { identity } from './migrations/0001-identity.ts';
import { variants } from './migrations/0002-variants.ts';
import { testsets } from './migrations/0003-testsets.ts';
import { evaluations } from './migrations/0004-evaluations.ts';
import { judging } from './migrations/0005-judging.ts';
import { generation } from './migrations/0006-generation.ts';
import { studyIndex } from './migrations/0007-study-index.ts';
import { outputImports } from './migrations/0008-output-imports.ts';
import { claimHolders } from './migrations/0012-claim-holders.ts';
import { COLUMN_TYPES, type Migration } from './migrations/migration.ts';
import { StartRefused } from './start-refused.ts';
import { statement } from './statement.ts';

export const MIGRATIONS: readonly Migration[] = [
  identity,
  variants,
  testsets,
  evaluations,
  judging,
  generation,
  studyIndex,
  outputImports,
  claimHolders,
];

const CREATE_LEDGER = `CREATE TABLE IF NOT EXISTS schema_migrations (
  number integer NOT NULL PRIMARY KEY, name text NOT NULL, checksum text NOT NULL
)`;

const LIST_APPLIED = statement(
  'SELECT number, name, checksum FROM schema_migrations ORDER BY number',
  { number: 'integer', name: 'text', checksum: 'text' },
);

/** Brings the schema up to date: forward only, each migration whole or not at all. */
export async function migrate(engine: Engine): Promise<void> {
  await engine.exclusively(async () => {
    await engine.script([CREATE_LEDGER]);
    const applied = await engine.query(LIST_APPLIED, []);
    refuseForeignSchema(engine, applied);
    for (const migration of MIGRATIONS.slice(applied.length)) {
      const statements = statementsOf(engine, migration);
      await engine.script([...statements, ledgerEntry(migration, checksum(statements))]);
    }
  });
}

/** Whether the schema is the one this program was written for. */
export async function isMigrated(engine: Engine): Promise<boolean> {
  const applied = await engine.query(LIST_APPLIED, []);
  return applied.length === MIGRATIONS.length;
}

function refuseForeignSchema(
  engine: Engine,
  applied: readonly { number: number; name: string; checksum: string }[],
): void {
  for (const [index, entry] of applied.entries()) {
    const migration = MIGRATIONS[index];
    if (migration === undefined) {
      throw new StartRefused(
        `The database was written by a newer release (schema ${entry.number}, "${entry.name}"). Start that release, or restore a backup made before the upgrade.`,
      );
    }
    if (entry.checksum !== checksum(statementsOf(engine, migration))) {
      throw new StartRefused(
        `Schema ${entry.number} of the database is not the one this release knows. Restore a backup or use the release that wrote it.`,
      );
    }
  }
}

function statementsOf(engine: Engine, migration: Migration): readonly string[] {
  return migration.statements(COLUMN_TYPES[engine.kind], engine.kind);
}

function checksum(statements: readonly string[]): string {
  return createHash('sha256').update(statements.join(';')).digest('hex');
}

/** Names and checksums come from this program, so the text needs no parameters. */
function ledgerEntry(migration: Migration, sum: string): string {
  return `INSERT INTO schema_migrations (number, name, checksum) VALUES (${migration.number}, '${migration.name}', '${sum}')`;
}
