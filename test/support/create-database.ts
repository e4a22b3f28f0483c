import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** Makes a database on this server, empty or as a copy of another one, and returns its URL. */
export async function createDatabaseAt(url: string, template: string): Promise<string> {
  const name = `t${randomUUID().replaceAll('-', '')}`;
  await runAt(url, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return url.replace(/\/postgres$/, `/${name}`);
}

/** Hundreds of databases would fill the disk, or the memory, of the machine. */
export async function dropDatabaseAt(url: string, database: string): Promise<void> {
  await runAt(url, `DROP DATABASE ${new URL(database).pathname.slice(1)} WITH (FORCE)`);
}

async function runAt(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(sql);
  await client.end();
}
