import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ServingProcess } from './serving-process.ts';

export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** `{{n}}` becomes a unique text in each request. */
  readonly body?: string;
}

export interface LoadJob {
  readonly port: number;
  readonly connections: number;
  readonly until: { readonly seconds: number } | { readonly requests: number };
  readonly request: LoadRequest;
}

export interface LoadResult {
  readonly answered: number;
  readonly seconds: number;
  readonly statuses: Readonly<Record<string, number>>;
}

export interface Speed {
  readonly perSecond: number;
  /** Requests per second of processor time of the serving process. */
  readonly perCpuSecond: number;
}

const run = promisify(execFile);

/** Runs the load in a separate process. */
export async function sendLoad(job: LoadJob): Promise<LoadResult> {
  const program = join(import.meta.dirname, 'load.ts');
  const { stdout } = await run(process.execPath, [program, JSON.stringify(job)]);
  return JSON.parse(stdout);
}

/** Runs the load and returns how fast it was served. */
export async function measure(
  server: ServingProcess,
  job: Omit<LoadJob, 'port'> & { readonly expectedStatus?: number },
): Promise<Speed> {
  const { expectedStatus = 200, ...rest } = job;
  const cpuBefore = server.cpuSeconds();
  const { answered, seconds, statuses } = await sendLoad({ ...rest, port: server.port });
  const cpuSeconds = server.cpuSeconds() - cpuBefore;
  if (statuses[expectedStatus] !== answered) {
    throw new Error(`${job.request.path} was answered with ${JSON.stringify(statuses)}`);
  }
  return { perSecond: answered / seconds, perCpuSecond: answered / cpuSeconds };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

export function medianSpeed(speeds: readonly Speed[]): Speed {
  return {
    perSecond: median(speeds.map(({ perSecond }) => perSecond)),
    perCpuSecond: median(speeds.map(({ perCpuSecond }) => perCpuSecond)),
  };
}
