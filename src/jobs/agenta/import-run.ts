import { createHash } from 'node:crypto';
import type { Role } from '../../contract/access.ts';
import type {
  ImportedTestset,
  ImportedVariant,
  ImportedWorld,
} from '../../domain/agenta/imported-world.ts';
import { ORIGINAL_TABLES, type OriginalTable } from '../../domain/agenta/original-tables.ts';
import { type RawRow, RowReader } from '../../domain/agenta/row-reader.ts';
import type { TargetWorkspace } from '../../storage/agenta/known-rows.ts';
import type { Original } from '../../storage/agenta/original.ts';
import type { Engine, Transaction } from '../../storage/database.ts';
import { Children } from './children.ts';
import type { ImportReport } from './import-report.ts';

/** One run of an import: its source, its destination and what it has read so far. */
export interface ImportRun {
  readonly original: Original;
  readonly engine: Engine;
  readonly workspace: TargetWorkspace;
  readonly role: Role;
  /** A rehearsal reads, decides and reports as usual but writes nothing. */
  readonly mode: 'writing' | 'rehearsing';
  readonly report: ImportReport;
  readonly world: FilledWorld;
  readonly onRows: (rows: number) => void;
  readonly clock: () => number;
}

/** The imported world, while the import fills it. */
export interface FilledWorld extends ImportedWorld {
  readonly users: Map<string, string>;
  readonly apps: Set<string>;
  readonly uris: Map<string, string>;
  readonly bases: Map<string, string>;
  readonly variants: Map<string, ImportedVariant>;
  readonly variantOfRevision: Map<string, string>;
  readonly testsets: Map<string, ImportedTestset>;
}

export function emptyWorld({ id, ownerId }: TargetWorkspace, now: number): FilledWorld {
  return {
    ownerId,
    now,
    idFor: (words) => idFor(`${id} ${words}`),
    users: new Map(),
    apps: new Set(),
    uris: new Map(),
    bases: new Map(),
    variants: new Map(),
    variantOfRevision: new Map(),
    testsets: new Map(),
  };
}

export type Write = (tx: Transaction) => Promise<void>;

/** Runs all writes in one transaction. */
export async function writeAll(run: ImportRun, writes: readonly Write[]): Promise<void> {
  if (run.mode === 'rehearsing' || writes.length === 0) return;
  await run.engine.transaction(async (tx) => {
    for (const write of writes) await write(tx);
  });
}

/** Adds a page of processed rows to the report and shows progress. */
export function reportRows(run: ImportRun, readers: readonly RowReader[]): void {
  run.report.add(readers);
  run.onRows(readers.length);
}

export function readersOf(table: OriginalTable, rows: readonly RawRow[]): readonly RowReader[] {
  return rows.map((row) => new RowReader(table, row));
}

/** The rows of a table by the parent in `column`; rows without a parent are reported. */
export function childrenIn(run: ImportRun, table: OriginalTable, column: string): Children {
  const columns: readonly string[] = ORIGINAL_TABLES[table];
  const order = [column, 'created_at', 'id'].filter((name) => columns.includes(name));
  return new Children({
    pages: run.original.pages(table, order),
    column,
    onOrphans: (rows) => reportOrphans(run, readersOf(table, rows), column),
  });
}

export function reportOrphans(run: ImportRun, readers: readonly RowReader[], column: string): void {
  for (const reader of readers) {
    reader.leaveOut('orphan', `${reader.shown(column)}, which is not imported`);
  }
  reportRows(run, readers);
}

/** A UUID of version 8 (RFC 9562), always the same for the same words. */
function idFor(words: string): string {
  const hex = createHash('sha256').update(words).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
