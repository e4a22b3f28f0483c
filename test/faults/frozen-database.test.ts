import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createClient } from '../../src/client/client.ts';
import { unique } from '../support/builders.ts';
import { expectProblem } from '../support/expect.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { OWNER_KEY } from '../support/running-server.ts';
import { startServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';

const NO_REQUEST_HANGS_MS = 30_000;

test('G18: no request hangs on a frozen PostgreSQL, and the server goes on when it thaws', async (t) => {
  const postgres = await startPostgres();
  t.after(() => postgres.stop());
  const server = await startServerProcess({ databaseUrl: postgres.url });
  t.after(() => server.kill());
  const client = createClient({
    baseUrl: server.url,
    apiKey: OWNER_KEY,
    fetch: (input, init) =>
      fetch(input, { ...init, signal: AbortSignal.timeout(NO_REQUEST_HANGS_MS) }),
  });
  await client.createApp({ body: { app_name: unique('app') } });

  const frozen = processesOf(postgres);
  t.after(() => signal(frozen, 'SIGCONT'));
  signal(frozen, 'SIGSTOP');
  const [read, write] = await Promise.all([
    client.reply.listApps(),
    client.reply.createApp({ body: { app_name: unique('app') } }),
  ]);
  expectProblem(read, 'unavailable');
  expectProblem(write, 'unavailable');
  signal(frozen, 'SIGCONT');
  await until('ready again', async () => (await client.reply.checkReadiness()).status === 200);
  await client.createApp({ body: { app_name: unique('app') } });
});

/** The server and the processes it made for its connections. */
function processesOf({ directory }: PostgresServer): readonly number[] {
  const [main = ''] = readFileSync(join(directory, 'data', 'postmaster.pid'), 'utf8').split('\n');
  const table = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const children = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent]) => parent === main)
    .map(([pid]) => Number(pid));
  return [Number(main), ...children];
}

/** Some of them end by themselves. */
function signal(processes: readonly number[], name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of processes) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}
