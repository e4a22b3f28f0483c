import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { type OriginalTable, TABLE_NAMES } from '../../domain/agenta/original-tables.ts';
import type { Reason, RowReader } from '../../domain/agenta/row-reader.ts';

interface TableSummary {
  readonly table: OriginalTable;
  readonly read: number;
  /** Written by this run; in a rehearsal, what would be written. */
  readonly imported: number;
  /** Written by an earlier run. */
  readonly present: number;
  readonly left_out: number;
  readonly changed: number;
}

export interface ImportSummary {
  readonly tables: readonly TableSummary[];
  readonly reasons: Readonly<Partial<Record<Reason, number>>>;
}

type Count = 'read' | 'imported' | 'present' | 'left_out' | 'changed';

/**
 * Counts rows, and writes a line for each one left out or changed, with the reason. The file gets
 * its final name when it is complete, so a failed run keeps the report of the previous one.
 */
export class ImportReport {
  readonly #path: string;
  readonly #file: number;
  readonly #counts = new Map<OriginalTable, Record<Count, number>>(
    TABLE_NAMES.map((table) => [
      table,
      { read: 0, imported: 0, present: 0, left_out: 0, changed: 0 },
    ]),
  );
  readonly #reasons = new Map<Reason, number>();

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(this.#part, 'w', 0o600);
  }

  count(table: OriginalTable, count: Count, rows = 1): void {
    const counts = this.#counts.get(table);
    if (counts !== undefined) counts[count] += rows;
  }

  /** Adds rows of the original that were imported or left out. */
  add(readers: readonly RowReader[]): void {
    const lines: string[] = [];
    for (const { table, notes } of readers) {
      this.count(table, 'read');
      if (notes.length === 0) continue;
      const isLeftOut = notes.some(({ effect }) => effect === 'left_out');
      this.count(table, isLeftOut ? 'left_out' : 'changed');
      for (const note of notes) {
        this.#reasons.set(note.reason, (this.#reasons.get(note.reason) ?? 0) + 1);
        lines.push(`${JSON.stringify(note)}\n`);
      }
    }
    if (lines.length > 0) writeSync(this.#file, lines.join(''));
  }

  get summary(): ImportSummary {
    const tables = [...this.#counts].map(([table, counts]) => ({ table, ...counts }));
    return { tables, reasons: Object.fromEntries(this.#reasons) };
  }

  finish(): void {
    closeSync(this.#file);
    renameSync(this.#part, this.#path);
  }

  discard(): void {
    closeSync(this.#file);
    rmSync(this.#part, { force: true });
  }

  get #part(): string {
    return `${this.#path}.part`;
  }
}
