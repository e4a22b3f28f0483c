import { randomUUID } from 'node:crypto';
import { after } from 'node:test';
import pg from 'pg';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

let own: Promise<PostgresServer> | undefined;

/** An empty database on the PostgreSQL of this test run; a file run alone starts one for itself. */
export async function createDatabase(): Promise<string> {
  const url = process.env['TEST_POSTGRES_URL'] ?? (await ownPostgres()).url;
  const name = `t${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  await client.end();
  return url.replace(/\/postgres$/, `/${name}`);
}

// At the top of the file, so that it belongs to the whole run and not to the suite in progress.
after(async () => {
  const server = await own;
  await server?.stop();
});

function ownPostgres(): Promise<PostgresServer> {
  own ??= startPostgres();
  return own;
}
