import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresServer } from './postgres-server.ts';

/** Stops all processes of a PostgreSQL in their tracks. Returns how to let them go on. */
export function freeze(postgres: PostgresServer): () => void {
  const frozen = processesOf(postgres);
  signal(frozen, 'SIGSTOP');
  return () => signal(frozen, 'SIGCONT');
}

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
