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

export type Statements = (types: ColumnTypes, engine: EngineKind) => readonly string[];

/** Once released, its texts never change: databases store their checksum. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  /** Begins its own transaction, which holds no locks of the migrations before it. */
  readonly transaction?: 'own';
  /** One transaction, so nothing here may take long on a large table: rows belong to a backfill. */
  readonly statements: Statements;
  readonly backfill?: Backfill;
}

/** Rewrites the rows of a table after the statements, in many short transactions. */
export interface Backfill {
  readonly table: string;
  /** The columns of its primary key. */
  readonly key: readonly string[];
  /** Ends with its condition, to which each batch adds a range of keys. */
  readonly update: string;
  /** Statements that need every row rewritten, such as an index. */
  readonly afterwards: Statements;
}

/** The SQL of a migration on one engine, in the order in which it runs. */
export interface Texts {
  readonly statements: readonly string[];
  readonly update: readonly string[];
  readonly afterwards: readonly string[];
}

export function textsOf({ statements, backfill }: Migration, engine: EngineKind): Texts {
  const types = COLUMN_TYPES[engine];
  return {
    statements: statements(types, engine),
    update: backfill === undefined ? [] : [backfill.update],
    afterwards: backfill?.afterwards(types, engine) ?? [],
  };
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
