import type { Transaction } from './database.ts';
import {
  type EngineKind,
  type Parameter,
  type RowOf,
  type Statement,
  sqlName,
  statement,
} from './statement.ts';

type Sql = string | Readonly<Record<EngineKind, string>>;

type GivenType = 'text' | 'text?' | 'integer' | 'integer?' | Writer;

/** Makes what the database keeps from a value, such as `asJson<readonly string[]>`. */
type Writer = (value: never) => Parameter;

/** What a statement is given, by name and type, in the order of its parameters. */
type Given = Readonly<Record<string, GivenType>>;

type Values<Names extends Given> = {
  readonly [Name in keyof Names]: Names[Name] extends (value: infer Value) => Parameter
    ? Value
    : RowOf<Record<Name, Exclude<Names[Name], Writer>>>[Name];
};

/** Makes the function that runs a statement which returns nothing. */
export function writing<Positional extends readonly Parameter[]>(
  sql: Sql,
): (tx: Transaction, ...values: Positional) => Promise<void> {
  const write = statement(sql, {});
  return async (tx, ...values) => {
    await tx.query(write, values);
  };
}

/** The same for values that are given by name. */
export function writingNamed<const Names extends Given>(
  sql: Sql,
  given: Names,
): (tx: Transaction, values: Values<Names>) => Promise<void> {
  const write = statement(sql, {});
  return (tx, values) => run(tx, write, inOrder(given, values));
}

/** The same for rows of a workspace, whose id is the first parameter. */
export function writingInWorkspace<const Names extends Given>(
  sql: Sql,
  given: Names,
): (tx: Transaction, workspaceId: string, values: Values<Names>) => Promise<void> {
  const write = statement(sql, {});
  return (tx, workspaceId, values) => run(tx, write, [workspaceId, ...inOrder(given, values)]);
}

/** Makes the function that inserts a row, whose values are named as its columns are. */
export function inserting<const Names extends Given>(
  table: string,
  given: Names,
): (tx: Transaction, row: Values<Names>) => Promise<void> {
  return writingNamed(insertSql(table, Object.keys(given)), given);
}

export function insertingInWorkspace<const Names extends Given>(
  table: string,
  given: Names,
): (tx: Transaction, workspaceId: string, row: Values<Names>) => Promise<void> {
  return writingInWorkspace(insertSql(table, ['workspaceId', ...Object.keys(given)]), given);
}

function insertSql(table: string, names: readonly string[]): string {
  const columns = names.map(sqlName).join(', ');
  const parameters = names.map((_, index) => `$${index + 1}`).join(', ');
  return `INSERT INTO ${table} (${columns}) VALUES (${parameters})`;
}

export function asJson<Value>(value: Value): string {
  return JSON.stringify(value);
}

export function asWord<Words extends string>(word: Words): string {
  return word;
}

export function asFlag(value: boolean): number {
  return value ? 1 : 0;
}

/** Values may have more to them than the statement is given. */
function inOrder<Names extends Given>(given: Names, values: Values<Names>): Parameter[] {
  const named: Readonly<Record<string, unknown>> = values;
  return Object.entries(given).map(([name, type]) => {
    const value = named[name] as never; // Of its declared type: `Values` says so.
    return typeof type === 'string' ? value : type(value);
  });
}

async function run(
  tx: Transaction,
  write: Statement,
  parameters: readonly Parameter[],
): Promise<void> {
  await tx.query(write, parameters);
}
