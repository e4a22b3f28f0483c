import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { rounds } from '../test/support/effort.ts';
import type { Scratch } from './scratch.ts';
import type { Job } from './test-jobs.ts';

export interface Outcome {
  readonly job: Job;
  readonly isGood: boolean;
  readonly counts: Readonly<Record<Count, number>>;
  /** Milliseconds by file. */
  readonly durations: ReadonlyMap<string, number>;
  readonly failures: readonly Failure[];
  /** Lines with which tests report figures: test/support/figure.ts. */
  readonly figures: readonly string[];
}

export interface Failure {
  readonly name: string;
  readonly message: string;
}

export type Count = 'tests' | 'passed' | 'skipped';

/**
 * Three more than the processors, because tests also wait: for processes, a browser, a database or
 * time. With one more, a fifth of the processor time was idle; with three, a fortieth.
 */
const AT_ONCE = availableParallelism() + 3;

/**
 * No healthy job takes half as long: one that hangs, or leaves something running after its tests,
 * fails instead of blocking the others.
 */
const HANGS_AFTER_MS = rounds({ short: 15, long: 180 }) * 60_000;

/** A hanging test fails by name, long before its job is aborted. */
const TEST_LIMIT_MS = HANGS_AFTER_MS / 3;

/** Runs jobs in order, several at once; the output of a job appears when it has ended. */
export async function runJobs(
  jobs: readonly Job[],
  scratch: Scratch,
  signal: AbortSignal,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = jobs.values();
  const work = async () => {
    for (const job of waiting) {
      if (!signal.aborted) outcomes.push(await runJob(job, scratch, signal));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return outcomes;
}

async function runJob(job: Job, { directory }: Scratch, signal: AbortSignal): Promise<Outcome> {
  const jobDirectory = mkdtempSync(join(directory, 'job-'));
  // PostgreSQL runs as another user when we are root.
  chmodSync(jobDirectory, 0o755);
  const events = run({
    files: [join(import.meta.dirname, 'run-job.ts')],
    argv: job,
    execArgv: ['--disable-proto=delete', `--test-timeout=${TEST_LIMIT_MS}`],
    env: { ...process.env, TMPDIR: jobDirectory },
    // A test's time limit does not end a process that outlives its tests.
    signal: AbortSignal.any([signal, AbortSignal.timeout(HANGS_AFTER_MS)]),
  });
  const failures: Failure[] = [];
  const figures: string[] = [];
  events.on('test:stdout', ({ message }) => {
    figures.push(...(message.match(/^figure G\d+: .*$/gm) ?? []));
  });
  const durations = new Map<string, number>();
  const counts = { tests: 0, passed: 0, skipped: 0 };
  const note = ({ name, nesting, details }: EndedTest) => {
    if (nesting === 0) durations.set(name, details.duration_ms);
  };
  events.on('test:pass', note);
  events.on('test:fail', (ended) => {
    failures.push(failureOf(ended));
    note(ended);
  });
  events.on('test:summary', (summary) => {
    // The last summary is that of the whole job.
    Object.assign(counts, summary.counts);
  });
  const printed = await events.compose(new spec()).toArray();
  console.log(withoutSummary(printed.join('')));
  rmSync(jobDirectory, { recursive: true, force: true });
  // A process that ended early has not reported all files.
  const isGood = failures.length === 0 && durations.size === job.length;
  return { isGood, job, counts, durations, failures, figures };
}

function failureOf({ name, details: { error } }: FailedTest): Failure {
  if (!(error.cause instanceof Error)) return { name, message: error.message };
  const { message, stack = '' } = error.cause;
  const place = /^ +at .*\/(?:src|test)\/.*$/m.exec(stack)?.[0] ?? '';
  return { name, message: `${message}\n${place}`.trim() };
}

interface EndedTest {
  readonly name: string;
  readonly nesting: number;
  readonly details: { readonly duration_ms: number };
}

interface FailedTest extends EndedTest {
  readonly details: { readonly duration_ms: number; readonly error: Error };
}

/** Removes a job's counts, because those of all jobs are printed at the end. */
function withoutSummary(printed: string): string {
  return printed.replaceAll(
    /^\S*ℹ (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+.*\n/gm,
    '',
  );
}
