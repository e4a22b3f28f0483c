import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PROGRAM } from './program.ts';
import { MASTER_KEY, OWNER_ENVIRONMENT, type Reachable, reachableAt } from './reachable.ts';

export interface ServerProcessOptions {
  /** Where the embedded database lives; PostgreSQL needs none. */
  readonly dataDirectory?: string;
  readonly databaseUrl?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly programArguments?: readonly string[];
  /** A command that runs the program, such as one that gives it its own namespace. */
  readonly within?: readonly string[];
}

interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A server process that may fail to start. */
export interface LaunchedServer {
  readonly pid: number;
  /** Its address once it serves, or undefined when it ended before that. */
  readonly ready: Promise<string | undefined>;
  readonly exited: Promise<Exit>;
  /** Everything it has written to standard error so far. */
  readonly stderr: () => string;
  /** Stops reading standard error, as when a log shipper has ended. */
  readonly closeLog: () => void;
  readonly signal: (name: NodeJS.Signals) => void;
  /** Sends SIGKILL and waits until the process has ended. */
  readonly kill: () => Promise<Exit>;
}

export interface ServerProcess extends LaunchedServer, Reachable {
  /** Sends SIGTERM and waits until the process has ended. */
  readonly terminate: () => Promise<Exit>;
}

const living = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of living) child.kill('SIGKILL');
});

/** Starts the program as an operator would, on a free port, and does not wait for it. */
export function launchServer(options: ServerProcessOptions): LaunchedServer {
  const [command = '', ...rest] = [
    ...(options.within ?? []),
    process.execPath,
    '--disable-proto=delete',
    '--max-semi-space-size=8',
    ...(options.programArguments ?? []),
    PROGRAM,
    ...flags(options),
  ];
  const child = spawn(command, rest, {
    env: environment(options),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  living.add(child);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  // "close" comes after the last output, "exit" may come before it.
  const exited = once(child, 'close').then(([code, signal]): Exit => {
    living.delete(child);
    return { code, signal };
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('The server process could not be started.');
  return {
    pid,
    ready: Promise.race([readyAddress(child), exited.then(() => undefined)]),
    exited,
    stderr: () => stderr,
    closeLog: () => child.stderr.destroy(),
    signal: (name) => child.kill(name),
    kill: () => {
      child.kill('SIGKILL');
      return exited;
    },
  };
}

/** Starts the program and waits until it serves. */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const launched = launchServer(options);
  const url = await launched.ready;
  if (url === undefined) {
    const { code, signal } = await launched.exited;
    throw new Error(`The server ended (${code ?? signal}) before it served:\n${launched.stderr()}`);
  }
  return {
    ...launched,
    ...reachableAt(url),
    terminate: () => {
      launched.signal('SIGTERM');
      return launched.exited;
    },
  };
}

function flags({ dataDirectory }: ServerProcessOptions): string[] {
  const place = dataDirectory === undefined ? [] : ['--data-dir', dataDirectory];
  return ['serve', '--port', '0', ...place];
}

/** Settings of the shell that runs the tests must not reach the server. */
function environment(options: ServerProcessOptions): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    TMPDIR: process.env['TMPDIR'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    ...(options.databaseUrl === undefined ? {} : { DATABASE_URL: options.databaseUrl }),
    ...OWNER_ENVIRONMENT,
    MASTER_KEY,
    DISK_FREE_MIN: '0',
    RATE_LIMIT_ANONYMOUS: '0',
    // Tests create organizations; the setting that forbids it has its own tests.
    ORGANIZATIONS: 'anyone',
    LOG_LEVEL: 'error',
    ...options.environment,
  };
}

function readyAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, url] = /^ready (http:\/\/\S+)$/.exec(line) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
}
