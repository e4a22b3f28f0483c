import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The kernel counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** A program under measurement, in a process of its own. */
export interface ServingProcess {
  readonly pid: number;
  readonly port: number;
  /** From its start to its `ready` line. */
  readonly readyMs: number;
  /** Processor time it has used so far, user and system. */
  readonly cpuSeconds: () => number;
  readonly residentMb: () => number;
  /** The most that was resident at any time. */
  readonly peakMb: () => number;
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
}

const living = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of living) child.kill('SIGKILL');
});

/** Starts a program that prints `ready http://…` when it serves. Its log goes nowhere. */
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
  living.add(child);
  const exited = once(child, 'exit').finally(() => living.delete(child));
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

/** Of a process and its children, also those that have ended: PostgreSQL has one per connection. */
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

/** From /proc/<pid>/stat; nothing is known of a process that has just ended. */
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

/** Processor time of a server of PostgreSQL, which keeps its data in this directory. */
export function postgresCpuSeconds(directory: string): number {
  const [first = ''] = readFileSync(join(directory, 'data/postmaster.pid'), 'utf8').split('\n');
  return readFamilyCpuSeconds(Number(first));
}

function readMb(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(text)?.[1] ?? Number.NaN) / 1024;
}
