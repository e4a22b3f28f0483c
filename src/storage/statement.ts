import { createHash } from 'node:crypto';

export type EngineKind = 'sqlite' | 'postgres';

export type Parameter = string | number | null;

type ColumnType = 'text' | 'text?' | 'integer' | 'integer?';

/** Makes the value of a column from what the database has, such as `json<readonly string[]>`. */
type Reader = (value: never) => unknown;

/** A column by its name in a row, which is its name in SQL without underscores; `?` may be null. */
export type Columns = Readonly<Record<string, ColumnType | Reader>>;

type ColumnValue<Type extends ColumnType | Reader> = Type extends (value: never) => infer Value
  ? Value
  : Type extends 'text'
    ? string
    : Type extends 'text?'
      ? string | null
      : Type extends 'integer'
        ? number
        : number | null;

export type RowOf<Shape extends Columns> = {
  readonly [Name in keyof Shape]: ColumnValue<Shape[Name]>;
};

export interface Statement<Shape extends Columns = Columns> {
  /** Names the prepared statement on the server, as `pg_prepared_statements` shows it. */
  readonly name: string;
  readonly text: Readonly<Record<EngineKind, string>>;
  readonly columns: Shape;
  readonly planned: Planned;
}

/**
 * PostgreSQL keeps the plan of a statement that it knows by name, also when tables that were empty are
 * full a moment later. What reads a lot had better be planned each time.
 */
export type Planned = 'once' | 'each time';

/** The row type of a statement: `Row<typeof FIND_APP>`. */
export type Row<Of> = Of extends Statement<infer Shape> ? RowOf<Shape> : never;

/** Every statement of the product, so that a test can prepare each of them on both engines. */
export const STATEMENTS: Statement[] = [];

/** Declares SQL once for both engines, with the columns it returns; the row type follows from them. */
export function statement<const Shape extends Columns>(
  sql: string | Readonly<Record<EngineKind, string>>,
  columns: Shape,
  planned: Planned = 'once',
): Statement<Shape> {
  const text = typeof sql === 'string' ? { sqlite: sql, postgres: sql } : sql;
  const declared = {
    name: nameOf(text.postgres),
    text: { sqlite: numberedForSqlite(text.sqlite), postgres: text.postgres },
    columns,
    planned,
  };
  STATEMENTS.push(declared);
  return declared;
}

/** The columns of a table as SQL has them: `a.id, a.created_at`. */
export function selected(alias: string, columns: Columns): string {
  return Object.keys(columns)
    .map((name) => `${alias}.${sqlName(name)}`)
    .join(', ');
}

export function sqlName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Rows from the values that a driver returns, which are in the order of the declared columns. */
export function toRows<Shape extends Columns>(
  { columns }: Statement<Shape>,
  found: readonly (readonly unknown[])[],
): readonly RowOf<Shape>[] {
  const names = Object.keys(columns);
  const types = Object.values(columns);
  return found.map((values) => {
    const row: Record<string, unknown> = {};
    for (let column = 0; column < names.length; column += 1) {
      const type = types[column];
      const value = values[column];
      row[names[column] ?? ''] = typeof type === 'function' ? type(value as never) : value;
    }
    return row as RowOf<Shape>; // A test compares the declared columns on both engines.
  });
}

export function json<Value>(text: string): Value {
  return JSON.parse(text);
}

/** For columns to which a constraint admits only these words. */
export function word<Words extends string | null>(text: string | null): Words {
  return text as Words;
}

/** Both engines keep yes and no as 1 and 0. */
export function isOne(value: number): boolean {
  return value === 1;
}

/**
 * Such as `update_apps_1f6e22c0`: what it does to which table, and a digest of its text, so that
 * releases that share a pooled connection never mean different statements by one name.
 */
function nameOf(sql: string): string {
  const verb = /\b(insert|update|delete|select)\b/i.exec(sql)?.[1] ?? 'run';
  const tables = [...sql.matchAll(/\b(?:into|update|from|join)\s+([a-z_]+)/gi)];
  const table = tables.map(([, name = '']) => name).find((name) => !name.endsWith('callers')) ?? '';
  const digest = createHash('sha256').update(sql).digest('hex').slice(0, 8);
  return `${verb.toLowerCase()}_${table}_${digest}`.slice(-63);
}

/** SQL that is only known when it runs, as in migrations; it is neither listed nor kept prepared. */
export function passingStatement<const Shape extends Columns>(
  sql: string,
  columns: Shape,
): Statement<Shape> {
  const text = { sqlite: numberedForSqlite(sql), postgres: sql };
  return { name: '', text, columns, planned: 'each time' };
}

/**
 * A statement whose rows stay as they are until the transaction ends: no other transaction writes
 * them meanwhile; with `share` several transactions may hold them, and none of them changes them. The
 * embedded engine has one writer at a time and needs no such words.
 */
export function locking(
  sql: string,
  lock: 'share' | 'exclusive',
): Readonly<Record<EngineKind, string>> {
  const words = lock === 'share' ? 'FOR SHARE' : 'FOR NO KEY UPDATE';
  return { sqlite: sql, postgres: `${sql} ${words}` };
}

/**
 * A statement that reads the clock of the database, which all instances share: leases must not
 * depend on whose clock is right. It is the time at which the statement began, because a database
 * that is distributed over several servers takes no other time into an UPDATE (decision 0045).
 */
export function clocked(sql: (now: string) => string): Readonly<Record<EngineKind, string>> {
  return {
    sqlite: sql("CAST(unixepoch('subsec') * 1000 AS INTEGER)"),
    postgres: sql('CAST(EXTRACT(EPOCH FROM statement_timestamp()) * 1000 AS bigint)'),
  };
}

/**
 * SQLite reads `$1` as a name and binds it slowly; `?1` is the same parameter by position. A LIMIT that is
 * nothing but a parameter makes it compile the whole statement again with every value, to plan for that
 * number (`sqlite3ExprIsInteger` in its expr.c): 0.5 ms for the tasks that an annotator holds.
 */
function numberedForSqlite(sql: string): string {
  return sql.replaceAll(/\$(\d+)/g, '?$1').replaceAll(/\bLIMIT (\?\d+)/g, 'LIMIT $1 + 0');
}
