import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** Creates a database on this server, as a copy of the template, and returns its URL. */
export async function createDatabaseAt(url: string, template: string): Promise<string> {
  const name = `t${randomUUID().replaceAll('-', '')}`;
  for (const server of serversOf(url)) {
    await runAt(server, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  }
  // Settings of a database are not copied with it.
  if (serversOf(url).length > 1) {
    await runAt(url, `ALTER DATABASE ${name} SET citus.multi_shard_modify_mode TO sequential`);
  }
  return url.replace(/\/postgres$/, `/${name}`);
}

/** Hundreds of databases would fill the disk, or the memory, of the machine. */
export async function dropDatabaseAt(url: string, database: string): Promise<void> {
  for (const server of serversOf(url)) {
    await runAt(server, `DROP DATABASE ${new URL(database).pathname.slice(1)} WITH (FORCE)`);
  }
}

/** A distributed database has the same name on all servers of its cluster. */
export function serversOf(url: string): readonly string[] {
  const workers = process.env['TEST_CITUS_WORKERS'] ?? '';
  return workers === '' ? [url] : [url, ...workers.split(',')];
}

export async function runAt(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  for (const sql of statements) await client.query(sql);
  await client.end();
}
