import { createHash } from 'node:crypto';

export type EngineKind = 'sqlite' | 'postgres';

export type Parameter = string | number | null;

type ColumnType = 'text' | 'text?' | 'integer' | 'integer?';

/** Converts the stored value of a column, such as `json<readonly string[]>`. */
type Decoder = (value: never) => unknown;

/** Columns by their names in a row: the SQL name in camel case. With `?` the value may be null. */
export type Columns = Readonly<Record<string, ColumnType | Decoder>>;

type ColumnValue<Type extends ColumnType | Decoder> = Type extends (value: never) => infer Value
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
 * PostgreSQL keeps the plan of a named statement, even after empty tables have filled. A statement
 * that reads many rows is better planned each time.
 */
export type Planned = 'once' | 'each time';

/** The row type of a statement: `Row<typeof FIND_APP>`. */
export type Row<Of> = Of extends Statement<infer Shape> ? RowOf<Shape> : never;

/** Every statement of the product, so that a test can prepare each of them on both engines. */
export const STATEMENTS: Statement[] = [];

/** Declares SQL once for both engines, with its columns, from which the row type follows. */
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

/** The columns of a table in SQL: `a.id, a.created_at`. */
export function columnList(alias: string, columns: Columns): string {
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
  driverRows: readonly (readonly unknown[])[],
): readonly RowOf<Shape>[] {
  const names = Object.keys(columns);
  const types = Object.values(columns);
  return driverRows.map((values) => {
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

/** For columns that a constraint limits to these words. */
export function word<Words extends string | null>(text: string | null): Words {
  return text as Words;
}

/** Both engines store yes and no as 1 and 0. */
export function isOne(value: number): boolean {
  return value === 1;
}

/**
 * Such as `update_apps_1f6e22c0`: a verb, a table and a digest of the text, so that releases that
 * share a pooled connection never give different statements one name.
 */
function nameOf(sql: string): string {
  const verb = /\b(insert|update|delete|select)\b/i.exec(sql)?.[1] ?? 'run';
  const tables = [...sql.matchAll(/\b(?:into|update|from|join)\s+([a-z_]+)/gi)];
  const table = tables.map(([, name = '']) => name).find((name) => !name.endsWith('callers')) ?? '';
  const digest = createHash('sha256').update(sql).digest('hex').slice(0, 8);
  return `${verb.toLowerCase()}_${table}_${digest}`.slice(-63);
}

/** SQL that is only known at run time, as in migrations; neither listed nor kept prepared. */
export function adHocStatement<const Shape extends Columns>(
  sql: string,
  columns: Shape,
): Statement<Shape> {
  const text = { sqlite: numberedForSqlite(sql), postgres: sql };
  return { name: '', text, columns, planned: 'each time' };
}

/**
 * Locks the rows of a statement until the transaction ends: no other transaction writes them. With
 * `share` several transactions may hold the lock, and none of them writes. The embedded engine has
 * one writer at a time and needs no locks.
 */
export function withLock(
  sql: string,
  lock: 'share' | 'exclusive',
): Readonly<Record<EngineKind, string>> {
  const words = lock === 'share' ? 'FOR SHARE' : 'FOR NO KEY UPDATE';
  return { sqlite: sql, postgres: `${sql} ${words}` };
}

/**
 * A statement that reads the clock of the database, which all instances share: leases must not
 * depend on the clock of an instance. The time is that of the start of the statement, because a
 * distributed database accepts no other in an UPDATE (decision 0045).
 */
export function withClock(sql: (now: string) => string): Readonly<Record<EngineKind, string>> {
  return {
    sqlite: sql("CAST(unixepoch('subsec') * 1000 AS INTEGER)"),
    postgres: sql('CAST(EXTRACT(EPOCH FROM statement_timestamp()) * 1000 AS bigint)'),
  };
}

/**
 * SQLite reads `$1` as a name and binds it slowly; `?1` is the same parameter by position. A LIMIT
 * that is only a parameter makes it compile the statement again for every value, to plan for that
 * number (`sqlite3ExprIsInteger` in its expr.c): 0.5 ms for the tasks that an annotator holds.
 */
function numberedForSqlite(sql: string): string {
  return sql.replaceAll(/\$(\d+)/g, '?$1').replaceAll(/\bLIMIT (\?\d+)/g, 'LIMIT $1 + 0');
}
