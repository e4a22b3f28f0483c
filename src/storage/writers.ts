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

type ParameterType = 'text' | 'text?' | 'integer' | 'integer?' | Encoder;

/** Converts a value to its stored form, such as `asJson<readonly string[]>`. */
type Encoder = (value: never) => Parameter;

/** The parameters of a statement in their order, by name and type. */
type ParameterTypes = Readonly<Record<string, ParameterType>>;

type Values<Names extends ParameterTypes> = {
  readonly [Name in keyof Names]: Names[Name] extends (value: infer Value) => Parameter
    ? Value
    : RowOf<Record<Name, Exclude<Names[Name], Encoder>>>[Name];
};

/** Makes the function that runs a statement without result rows. */
export function writer<Positional extends readonly Parameter[]>(
  sql: Sql,
): (tx: Transaction, ...values: Positional) => Promise<void> {
  const write = statement(sql, {});
  return async (tx, ...values) => {
    await tx.query(write, values);
  };
}

/** The same for values by name. */
export function namedWriter<const Names extends ParameterTypes>(
  sql: Sql,
  types: Names,
): (tx: Transaction, values: Values<Names>) => Promise<void> {
  const write = statement(sql, {});
  return (tx, values) => run(tx, write, inOrder(types, values));
}

/** The same for rows of a workspace, whose id is the first parameter. */
export function workspaceWriter<const Names extends ParameterTypes>(
  sql: Sql,
  types: Names,
): (tx: Transaction, workspaceId: string, values: Values<Names>) => Promise<void> {
  const write = statement(sql, {});
  return (tx, workspaceId, values) => run(tx, write, [workspaceId, ...inOrder(types, values)]);
}

/** Makes the function that inserts a row whose values are named like its columns. */
export function inserter<const Names extends ParameterTypes>(
  table: string,
  types: Names,
): (tx: Transaction, row: Values<Names>) => Promise<void> {
  return namedWriter(insertSql(table, Object.keys(types)), types);
}

export function workspaceInserter<const Names extends ParameterTypes>(
  table: string,
  types: Names,
): (tx: Transaction, workspaceId: string, row: Values<Names>) => Promise<void> {
  return workspaceWriter(insertSql(table, ['workspaceId', ...Object.keys(types)]), types);
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

/** Ignores values that the statement does not take. */
function inOrder<Names extends ParameterTypes>(types: Names, values: Values<Names>): Parameter[] {
  const named: Readonly<Record<string, unknown>> = values;
  return Object.entries(types).map(([name, type]) => {
    const value = named[name] as never; // `Values` checks its type.
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
