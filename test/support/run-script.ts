import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PROGRAM } from './program.ts';
import type { CommandOptions, CommandResult } from './run-command.ts';

/** Runs the commands of a page in one shell, which ends at the first that fails. */
export async function runScript(
  blocks: readonly string[],
  { directory, environment = {} }: CommandOptions,
): Promise<CommandResult> {
  const script = [
    `jurybox() { "${process.execPath}" --disable-proto=delete "${PROGRAM}" "$@"; }`,
    'set -euo pipefail',
    ...blocks,
  ];
  const { PATH, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const bash = spawn('bash', ['-c', script.join('\n')], {
    env: { PATH, TMPDIR, NODE_COMPILE_CACHE, HOME: directory, ...environment },
    ...(directory === undefined ? {} : { cwd: directory }),
  });
  let [stdout, stderr] = ['', ''];
  bash.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  bash.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  const [code] = await once(bash, 'close');
  return { code, stdout, stderr };
}
