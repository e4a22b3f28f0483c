import pg from 'pg';
import { distributeDatabase } from '../../src/jobs/operating/distribute.ts';
import { createDatabaseAt, dropDatabaseAt, runAt, serversOf } from './create-database.ts';

/** Few, because every test creates all of them in its own database. */
const SHARDS = 4;

/** The maintenance database of the coordinator, which knows its workers. */
export const CITUS_URL = process.env['TEST_CITUS_URL'];

/** Uses the cluster as the PostgreSQL of a test run. */
export async function joinCluster(
  coordinatorUrl: string,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  process.env['TEST_CITUS_WORKERS'] = (await listWorkerUrls(coordinatorUrl)).join();
  return { url: coordinatorUrl, stop: () => dropTemplate(coordinatorUrl) };
}

/** Versions and size of the cluster, as a sentence. */
export async function describeCluster(coordinatorUrl: string): Promise<string> {
  const workers = await listWorkerUrls(coordinatorUrl);
  const client = new pg.Client(coordinatorUrl);
  await client.connect();
  const { rows } = await client.query<{ citus: string; postgres: string }>(
    `SELECT split_part(citus_version(), ' ', 2) AS citus,
       split_part(current_setting('server_version'), ' ', 1) AS postgres`,
  );
  await client.end();
  const { citus, postgres } = rows[0] ?? {};
  return `A coordinator and ${workers.length} workers, Citus ${citus}, PostgreSQL ${postgres}.`;
}

async function dropTemplate(coordinatorUrl: string): Promise<void> {
  const template = process.env['TEST_MIGRATED_DATABASE'];
  if (template !== undefined)
    await dropDatabaseAt(coordinatorUrl, `postgres://cluster/${template}`);
}

/** The maintenance databases of the workers, as the coordinator knows them. */
async function listWorkerUrls(coordinatorUrl: string): Promise<readonly string[]> {
  const client = new pg.Client(coordinatorUrl);
  await client.connect();
  const { rows } = await client.query<{ nodename: string; nodeport: number }>(
    'SELECT nodename, nodeport FROM pg_dist_node WHERE groupid <> 0 ORDER BY groupid',
  );
  await client.end();
  return rows.map(({ nodename, nodeport }) => {
    const url = new URL(coordinatorUrl);
    url.hostname = nodename;
    url.port = String(nodeport);
    return url.href;
  });
}

/** Creates an empty database on all servers, and introduces them to each other in it. */
export async function createClusterDatabase(coordinatorUrl: string): Promise<string> {
  const url = await createDatabaseAt(coordinatorUrl, 'template0');
  const { pathname, hostname, port } = new URL(url);
  const [, ...workers] = serversOf(coordinatorUrl).map((server) => new URL(server));
  for (const worker of workers) {
    worker.pathname = pathname;
    await runAt(worker.href, 'CREATE EXTENSION citus');
  }
  await runAt(
    url,
    'CREATE EXTENSION citus',
    `ALTER DATABASE ${pathname.slice(1)} SET citus.shard_count TO ${SHARDS}`,
    `SELECT citus_set_coordinator_host('${hostname}', ${port})`,
    ...workers.map((worker) => `SELECT citus_add_node('${worker.hostname}', ${worker.port})`),
  );
  return url;
}

/** Makes a distributed database to copy others from: it refuses connections, and has none left. */
export async function makeDistributedTemplate(coordinatorUrl: string): Promise<string> {
  const databaseUrl = await createClusterDatabase(coordinatorUrl);
  await distributeDatabase({ databaseUrl, dataDirectory: '' });
  const name = new URL(databaseUrl).pathname.slice(1);
  for (const server of serversOf(coordinatorUrl)) {
    await runAt(
      server,
      `ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`,
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`,
    );
  }
  return name;
}
