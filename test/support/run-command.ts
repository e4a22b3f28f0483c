import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { PROGRAM } from './program.ts';

export interface CommandOptions {
  /** What is piped in. */
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly directory?: string;
}

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the real program as a user's shell would, and waits until it ends. */
export async function runCommand(
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const child = spawnCommand(args, options);
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
  args: readonly string[],
  { environment = {}, directory }: CommandOptions = {},
): ChildProcessWithoutNullStreams {
  const { PATH, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return spawn(process.execPath, ['--disable-proto=delete', PROGRAM, ...args], {
    env: { PATH, TMPDIR, NODE_COMPILE_CACHE, HOME: '/nonexistent', ...environment },
    ...(directory === undefined ? {} : { cwd: directory }),
  });
}
