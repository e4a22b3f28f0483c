import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** All stored data, as text. */
export async function dumpData(
  directory: string,
  databaseUrl: string | undefined,
): Promise<string> {
  const files = readdirSync(directory)
    .map((file) => readFileSync(join(directory, file), 'latin1'))
    .join('\n');
  if (databaseUrl === undefined) return files;
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
  );
  const texts: string[] = [files];
  for (const { name } of tables) {
    const { rows } = await client.query<{ text: string }>(
      `SELECT CAST(t.* AS text) AS text FROM "${name}" t`,
    );
    texts.push(...rows.map(({ text }) => text));
  }
  await client.end();
  return texts.join('\n');
}
