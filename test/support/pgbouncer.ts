import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import pg from 'pg';
import { installPackage } from './install-package.ts';
import { freePort } from './postgres-server.ts';
import { until } from './until.ts';

const PLACES = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'];

/** Starts a PgBouncer in transaction mode in front of a database, until the test ends. */
export async function startPgBouncer(
  t: Pick<TestContext, 'after'>,
  databaseUrl: string,
  connections = 4,
): Promise<string> {
  const server = new URL(databaseUrl);
  const name = server.pathname.slice(1);
  const directory = mkdtempSync(join(tmpdir(), 'jurybox-pgbouncer-'));
  const port = await freePort();
  const settings = join(directory, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
${name} = host=${server.hostname} port=${server.port} dbname=${name} user=${server.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 200
`,
  );
  const asUser = allowNobody(directory, settings);
  const child = spawn(findPgBouncer(), [...asUser, settings], { stdio: 'ignore' });
  t.after(async () => {
    await end(child);
    rmSync(directory, { recursive: true, force: true });
  });
  const url = new URL(databaseUrl);
  url.port = String(port);
  await until('the pooler answers', async () => {
    const client = new pg.Client(url.href);
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  });
  return url.href;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** PgBouncer refuses to run as root: as root, makes it run as nobody, who may read the settings. */
function allowNobody(directory: string, settings: string): readonly string[] {
  if (process.getuid?.() !== 0) return [];
  const { stdout } = spawnSync('id', ['-u', 'nobody'], { encoding: 'utf8' });
  chownSync(directory, Number(stdout), -1);
  chmodSync(settings, 0o644);
  return ['-u', 'nobody'];
}

function findPgBouncer(): string {
  const program = PLACES.find((path) => existsSync(path)) ?? install();
  if (program !== undefined) return program;
  throw new Error(
    'The tests of poolers need PgBouncer. Install it (on Debian: apt-get install pgbouncer).',
  );
}

function install(): string | undefined {
  installPackage('pgbouncer');
  return PLACES.find((path) => existsSync(path));
}
