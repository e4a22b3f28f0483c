import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { EngineName } from './engine-names.ts';

interface DescribedStatement {
  readonly location: string;
  readonly text: string;
}

/** The columns a statement would return, without running it. */
export async function columnsOf(
  engine: EngineName,
  described: DescribedStatement,
): Promise<string[]> {
  return engine === 'sqlite' ? columnsOnSqlite(described) : columnsOnPostgres(described);
}

function columnsOnSqlite({ location, text }: DescribedStatement): string[] {
  const database = new DatabaseSync(location);
  try {
    return database
      .prepare(text)
      .columns()
      .map((column) => column.name);
  } finally {
    database.close();
  }
}

/** Parse and Describe of the wire protocol, which the driver only offers together with Execute. */
async function columnsOnPostgres({ location, text }: DescribedStatement): Promise<string[]> {
  const client = new pg.Client(location);
  await client.connect();
  try {
    return await new Promise<string[]>((resolve, reject) => {
      let columns: string[] = [];
      client.query({
        submit(connection: pg.Connection) {
          connection.parse({ name: '', text, types: [] }, true);
          connection.describe({ type: 'S', name: '' }, true);
          connection.sync();
        },
        handleRowDescription(message: { fields: { name: string }[] }) {
          columns = message.fields.map((field) => field.name);
        },
        handleError: reject,
        handleReadyForQuery: () => resolve(columns),
      } as unknown as pg.Query); // The driver takes any object with these methods.
    });
  } finally {
    await client.end();
  }
}
