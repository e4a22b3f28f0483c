import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { PROGRAM } from './program.ts';

export interface CommandOptions {
  /** What is piped in. */
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly directory?: string;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the real program as a person's shell would, and waits until it has ended. */
export async function runCommand(
  given: readonly string[],
  options: CommandOptions = {},
): Promise<Ended> {
  const child = spawnCommand(given, options);
  child.stdin.end(options.input ?? '');
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}

/** The same, still running. */
export function spawnCommand(
  given: readonly string[],
  { environment = {}, directory }: CommandOptions = {},
): ChildProcessWithoutNullStreams {
  const { PATH, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return spawn(process.execPath, ['--disable-proto=delete', PROGRAM, ...given], {
    env: { PATH, TMPDIR, NODE_COMPILE_CACHE, HOME: '/nonexistent', ...environment },
    ...(directory === undefined ? {} : { cwd: directory }),
  });
}
