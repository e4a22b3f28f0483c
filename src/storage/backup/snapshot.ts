import { StartRefused } from '../engines/start-refused.ts';
import { MIGRATIONS, OWN_TABLES } from '../migrations/migrate.ts';
import type { EngineKind } from '../statement.ts';

type Value = string | number | null;

/** A row in the order of its table's columns. */
export type StoredRow = readonly Value[];

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** Rows are read in this order, which is the same on both engines. */
  readonly key: readonly string[];
}

/** Everything that was stored at one moment; writers continue meanwhile. */
export interface Snapshot {
  readonly engine: EngineKind;
  /** The number of the last migration. */
  readonly schema: number;
  /** Each after the tables that it references. */
  readonly tables: readonly Table[];
  readonly rows: (table: Table) => AsyncIterable<readonly StoredRow[]>;
  readonly close: () => Promise<void>;
}

export interface Reference {
  readonly from: string;
  readonly to: string;
}

export interface ColumnOfTable {
  readonly table: string;
  readonly column: string;
  /** The place of the column in the primary key, from 1; 0 where it is not part of it. */
  readonly place: number;
}

/** For a database on which no release has ever started. */
export const NOT_OURS =
  'There is no data of Jurybox in this database. Check --data-dir and DATABASE_URL.';

/** A backup of a newer schema would lack its tables. */
export function refuseNewer(schema: number): void {
  if (schema <= MIGRATIONS.length) return;
  throw new StartRefused(
    `The database was written by a newer release (schema ${schema}). Back it up with that release.`,
  );
}

/**
 * Our tables from the catalogue of a database, each after the tables that it references. A restore
 * could not make those of other programs, and writes the list of migrations itself.
 */
export function tablesOf(
  columns: readonly ColumnOfTable[],
  references: readonly Reference[],
): readonly Table[] {
  const names = [...new Set(columns.map(({ table }) => table))].filter((name) =>
    OWN_TABLES.has(name),
  );
  const tables = names.map((name) => {
    const own = columns.filter(({ table }) => table === name);
    const key = own.filter(({ place }) => place > 0).toSorted((a, b) => a.place - b.place);
    return {
      name,
      columns: own.map(({ column }) => column),
      key: key.map(({ column }) => column),
    };
  });
  return inOrder(tables, references);
}

function inOrder(tables: readonly Table[], references: readonly Reference[]): readonly Table[] {
  const ordered: Table[] = [];
  const isPlaced = (name: string) => ordered.some((table) => table.name === name);
  let left = tables.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  while (left.length > 0) {
    const isReady = ({ name }: Table) =>
      references.every(({ from, to }) => from !== name || to === name || isPlaced(to));
    const ready = left.filter(isReady);
    if (ready.length === 0) {
      throw new Error(
        `Tables refer to each other in a circle: ${left.map(({ name }) => name).join(', ')}`,
      );
    }
    ordered.push(...ready);
    left = left.filter((table) => !ready.includes(table));
  }
  return ordered;
}

export function selectAll({ name, columns, key }: Table): string {
  return `SELECT ${columns.join(', ')} FROM ${name} ORDER BY ${key.join(', ')}`;
}
