import type { RawRow } from '../../domain/agenta/row-reader.ts';

/** The tables to read, with their columns. */
export type TableColumns = Readonly<Record<string, readonly string[]>>;

/** A database of Agenta at one moment, or a copy of one. It is only read. */
export interface Original {
  readonly count: (table: string) => Promise<number>;
  /** How many rows have each value of a column, in lower case; nulls are not counted. */
  readonly countBy: (table: string, column: string) => Promise<ReadonlyMap<string, number>>;
  /** All rows in the order of these columns, nulls last, in pages of limited size. */
  readonly pages: (
    table: string,
    order: readonly string[],
  ) => AsyncGenerator<readonly RawRow[], void, undefined>;
  readonly close: () => Promise<void>;
}

/** Limits of a page, which is held in memory and written in one transaction. */
export const PAGE_ROWS = 500;
export const PAGE_BYTES = 1024 * 1024;

/** A database cannot be reached, or stopped answering. */
export class Unreachable extends Error {
  constructor(reason: string, cause: unknown) {
    super(`${reason} What was imported so far is kept; run the command again to continue.`, {
      cause,
    });
    this.name = 'Unreachable';
  }
}
