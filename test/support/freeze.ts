import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresServer } from './postgres-server.ts';

/** Suspends all processes of a PostgreSQL. Returns the function that resumes them. */
export function freeze(postgres: PostgresServer): () => void {
  const main = mainOf(postgres);
  // First, so that it starts no more.
  signal([main], 'SIGSTOP');
  const frozen = [main, ...childrenOf(main)];
  signal(frozen, 'SIGSTOP');
  return () => signal(frozen, 'SIGCONT');
}

function mainOf({ directory }: PostgresServer): number {
  const [main] = readFileSync(join(directory, 'data', 'postmaster.pid'), 'utf8').split('\n');
  return Number(main);
}

/** The processes that the server started, such as those of its connections. */
function childrenOf(main: number): readonly number[] {
  const table = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent]) => Number(parent) === main)
    .map(([pid]) => Number(pid));
}

/** Ignores processes that have ended meanwhile. */
function signal(processes: readonly number[], name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of processes) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}
