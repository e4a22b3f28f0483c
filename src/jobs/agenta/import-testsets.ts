import { createHash } from 'node:crypto';
import type { JsonObject } from '../../contract/fields.ts';
import { type MappedTestset, mapTestset } from '../../domain/agenta/map-testset.ts';
import { RowReader } from '../../domain/agenta/row-reader.ts';
import { canonicalJson } from '../../domain/canonical-json.ts';
import type { Name } from '../../domain/names.ts';
import type { Transaction } from '../../storage/database.ts';
import {
  insertTestset,
  insertUnpublishedRevision,
  publishRevision,
} from '../../storage/testsets/testset-changes.ts';
import { insertRows } from '../../storage/testsets/testset-rows.ts';
import { noteRenamed } from './import-apps.ts';
import { type ImportRun, reportRows, writeAll } from './import-run.ts';
import type { KnownNames } from './known-names.ts';

const ROWS_AT_ONCE = 500;

/** Imports each test set with its rows in one transaction. */
export async function importTestsets(run: ImportRun, names: KnownNames): Promise<void> {
  const { workspace, world, report } = run;
  for await (const rows of run.original.pages('testsets', ['id'])) {
    for (const row of rows) {
      const reader = new RowReader('testsets', row);
      const testset = mapTestset(reader, world);
      if (testset !== undefined) {
        const { id, appId, name, revisionId } = testset;
        world.testsets.set(id, { appId, name, revisionId });
        report.count('testsets', names.has(id) ? 'present' : 'imported');
        noteRenamed(reader, name, names.nameOf(id));
        if (!names.has(id)) {
          const free = names.take(appId, name);
          noteRenamed(reader, name, free.text);
          await writeAll(run, [(tx) => insertWhole(tx, workspace.id, { testset, name: free })]);
        }
      }
      reportRows(run, [reader]);
    }
  }
}

/** Inserts a test set with its rows as revision 1. */
export async function insertWhole(
  tx: Transaction,
  workspaceId: string,
  { testset, name }: { testset: MappedTestset; name: Name },
): Promise<void> {
  const { id, appId, revisionId, rows, createdBy, createdAt: now } = testset;
  const rowsHash = hashOf(rows);
  await insertTestset(tx, workspaceId, { id, appId, name, rowsHash, createdBy, now });
  await insertUnpublishedRevision(tx, workspaceId, { id: revisionId, createdBy, now });
  const texts = rows.map((row) => JSON.stringify(row));
  for (let first = 0; first < texts.length; first += ROWS_AT_ONCE) {
    const batch = texts.slice(first, first + ROWS_AT_ONCE);
    await insertRows(tx, workspaceId, { revisionId, firstPosition: first, rows: batch });
  }
  await publishRevision(tx, workspaceId, {
    revisionId,
    testsetId: id,
    revision: 1,
    rowCount: rows.length,
    columns: [...new Set(rows.flatMap((row) => Object.keys(row)))],
    commitMessage: 'Imported from Agenta',
  });
}

/** The same hash as `RowStage` computes. */
function hashOf(rows: readonly JsonObject[]): string {
  const hash = createHash('sha256');
  for (const row of rows) hash.update(canonicalJson(row)).update('\n');
  return hash.digest('base64url');
}
