import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The kernel counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** A measured program in a separate process. */
export interface ServingProcess {
  readonly pid: number;
  readonly port: number;
  /** From its start to its `ready` line. */
  readonly readyMs: number;
  /** Processor time used so far, user and system. */
  readonly cpuSeconds: () => number;
  readonly residentMb: () => number;
  /** The highest resident memory so far. */
  readonly peakMb: () => number;
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a program that prints `ready http://…` when it serves. Its log is discarded. */
export async function startServing(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<ServingProcess> {
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    ['--disable-proto=delete', '--max-semi-space-size=8', ...args],
    {
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  running.add(child);
  const exited = once(child, 'exit').finally(() => running.delete(child));
  const port = await new Promise<number>((resolve, reject) => {
    exited.then(([code]) => reject(new Error(`${args.join(' ')} ended with ${code}`)), reject);
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, text] = /^ready http:\/\/.*:(\d+)$/.exec(line) ?? [];
      if (text !== undefined) resolve(Number(text));
    });
  });
  const readyMs = performance.now() - startedAt;
  const { pid } = child;
  if (pid === undefined) throw new Error('The program could not be started.');
  return {
    pid,
    port,
    readyMs,
    cpuSeconds: () => readCpuSeconds(pid),
    residentMb: () => readMb(pid, 'VmRSS'),
    peakMb: () => readMb(pid, 'VmHWM'),
    stop: async (signal = 'SIGKILL') => {
      child.kill(signal);
      await exited;
    },
  };
}

/** Includes the children of a process, also ended ones: PostgreSQL has one per connection. */
export function readFamilyCpuSeconds(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((child) => child?.parent === pid);
  const own = readStat(pid);
  return (
    [...children, own].reduce((sum, stat) => sum + (stat?.seconds ?? 0), 0) + (own?.ended ?? 0)
  );
}

function readCpuSeconds(pid: number): number {
  return readStat(pid)?.seconds ?? Number.NaN;
}

interface ProcessStat {
  readonly parent: number;
  readonly seconds: number;
  /** Of children that have ended. */
  readonly ended: number;
}

/** From /proc/<pid>/stat; undefined if the process has just ended. */
function readStat(pid: number): ProcessStat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const seconds = (at: number) =>
      (Number(fields[at]) + Number(fields[at + 1])) / TICKS_PER_SECOND;
    return { parent: Number(fields[1]), seconds: seconds(11), ended: seconds(13) };
  } catch {
    return undefined;
  }
}

/** Processor time of the PostgreSQL server with its data in this directory. */
export function postgresCpuSeconds(directory: string): number {
  const [first = ''] = readFileSync(join(directory, 'data/postmaster.pid'), 'utf8').split('\n');
  return readFamilyCpuSeconds(Number(first));
}

function readMb(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(text)?.[1] ?? Number.NaN) / 1024;
}
