import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runProgram } from '../../src/cli/main.ts';
import { openShell } from '../../src/cli/shell.ts';
import type { CommandOptions, CommandResult } from './run-command.ts';

/**
 * Runs a command in the process of the test, at a fraction of the cost of a new one, for tests of
 * its answers. Tests of shells, signals, folders and process exits need `runCommand`.
 */
export async function runHere(
  args: readonly string[],
  { input = '', environment = {} }: Omit<CommandOptions, 'directory'> = {},
): Promise<CommandResult> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const env = { XDG_CONFIG_HOME: '/nonexistent', ...environment };
  const printed = Promise.all([text(stdout), text(stderr)]);
  stdin.end(input);
  // All that a shell uses of a process: its variables, and its streams, here not terminals.
  const shell = openShell({ env, stdin, stdout, stderr } as unknown as NodeJS.Process);
  const code = await runProgram(['node', 'jurybox', ...args], shell);
  stdout.end();
  stderr.end();
  const [output, errors] = await printed;
  return { code, stdout: output, stderr: errors };
}
