import type { EngineKind } from '../statement.ts';

/** Column types by engine; everything else in a migration is the same text on both. */
export interface ColumnTypes {
  readonly id: string;
  readonly text: string;
  readonly time: string;
  readonly number: string;
  /** Written after the closing parenthesis of a table. */
  readonly tableEnd: string;
}

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly statements: (types: ColumnTypes, engine: EngineKind) => readonly string[];
}

export const COLUMN_TYPES: Readonly<Record<EngineKind, ColumnTypes>> = {
  sqlite: { id: 'TEXT', text: 'TEXT', time: 'INTEGER', number: 'INTEGER', tableEnd: 'STRICT' },
  // The C collation orders text by its bytes, as SQLite does.
  postgres: {
    id: 'uuid',
    text: 'text COLLATE "C"',
    time: 'bigint',
    number: 'integer',
    tableEnd: '',
  },
};

/** Unique constraints are named `table.last_column`, which both engines then report alike. */
export function unique(table: string, ...columns: readonly string[]): string {
  return `CONSTRAINT "${table}.${columns.at(-1)}" UNIQUE (${columns.join(', ')})`;
}
