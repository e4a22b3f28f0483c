import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROGRAM } from './program.ts';

export type Variables = Readonly<Record<string, string>>;

/** A server in its own process, started as an operator starts it. */
export interface SpawnedServer {
  readonly url: string;
  /** What it has printed so far, on both streams. */
  readonly printed: () => string;
  /** May be called twice, so that a test can also stop it when it fails. */
  readonly stop: () => Promise<void>;
}

/** An empty folder for the data of one server. */
export function makeDataDirectory(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'jurybox-data-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Waits until the server says that it is ready. */
export async function spawnServer(
  dataDirectory: string,
  variables: Variables = {},
  program = PROGRAM,
): Promise<SpawnedServer> {
  const server = run(dataDirectory, variables, program);
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      const [, address] = /^ready (\S+)$/m.exec(printed) ?? [];
      if (address !== undefined) resolve(address);
    };
    server.stdout?.on('data', read);
    server.stderr?.on('data', read);
    server.once('exit', (code) => reject(new Error(`exit code ${code}: ${printed}`)));
  });
  return {
    url,
    printed: () => printed,
    stop: async () => {
      if (server.exitCode !== null) return;
      const exit = once(server, 'exit');
      server.kill('SIGTERM');
      await exit;
    },
  };
}

export interface RefusedStart {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Waits until a server that cannot start has given up. */
export async function spawnRefused(
  dataDirectory: string,
  variables: Variables,
): Promise<RefusedStart> {
  const server = run(dataDirectory, variables, PROGRAM);
  let stdout = '';
  let stderr = '';
  server.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
    // It should have refused to start: without this a defect would keep the test waiting.
    if (/^ready /m.test(stdout)) server.kill('SIGKILL');
  });
  server.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  await once(server, 'close');
  return { code: server.exitCode, stdout, stderr };
}

function run(dataDirectory: string, variables: Variables, program: string): ChildProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return spawn(process.execPath, [program, 'serve'], {
    env: {
      PATH,
      NODE_COMPILE_CACHE,
      PORT: '0',
      DATA_DIR: dataDirectory,
      DISK_FREE_MIN: '0',
      ...variables,
    },
  });
}
