import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runProgram } from '../../src/cli/main.ts';
import { openShell } from '../../src/cli/shell.ts';
import type { CommandOptions, Ended } from './run-command.ts';

/**
 * Runs a command in the process of the test, at a fraction of what one of its own costs: for what it
 * answers. What shells, signals, folders and the end of a process do to it needs `runCommand`.
 */
export async function runHere(
  given: readonly string[],
  { input = '', environment = {} }: Omit<CommandOptions, 'directory'> = {},
): Promise<Ended> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const env = { XDG_CONFIG_HOME: '/nonexistent', ...environment };
  const printed = Promise.all([text(stdout), text(stderr)]);
  stdin.end(input);
  // What a shell uses of a process: its streams, here no terminals, and its variables.
  const shell = openShell({ env, stdin, stdout, stderr } as unknown as NodeJS.Process);
  const code = await runProgram(['node', 'jurybox', ...given], shell);
  stdout.end();
  stderr.end();
  const [answered, said] = await printed;
  return { code, stdout: answered, stderr: said };
}
