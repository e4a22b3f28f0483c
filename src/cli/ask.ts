import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { CommandFailure, EXIT } from './exit-codes.ts';
import type { Shell } from './shell.ts';

/** A secret: typed without echo on a terminal, otherwise all of standard input. */
export async function askSecret(shell: Shell, question: string): Promise<string> {
  if (!shell.stdin.isTTY) return (await readAll(shell.stdin)).trim();
  // The line editor echoes into a stream that discards everything.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const answer = await readLine(shell, nowhere, question);
  shell.stderr.write('\n');
  return answer.trim();
}

/** Asks for confirmation before something is deleted; scripts must pass --yes. */
export async function confirm(
  shell: Shell,
  { yes }: { yes?: true },
  action: string,
): Promise<void> {
  if (yes === true) return;
  if (!shell.stdin.isTTY) {
    throw new CommandFailure(
      EXIT.usage,
      `${action} cannot be undone. Repeat the command with --yes.`,
    );
  }
  const answer = await readLine(
    shell,
    shell.stderr,
    `${action} cannot be undone. Continue? (y/N) `,
  );
  if (/^y(es)?$/i.test(answer.trim())) return;
  throw new CommandFailure(EXIT.usage, 'Nothing was changed.');
}

/** Asks once the terminal has stopped echoing, so that an early answer is not shown. */
function readLine(
  { stdin, stderr }: Shell,
  echo: NodeJS.WritableStream,
  question: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: stdin, output: echo, terminal: true });
    stderr.write(question);
    lines.once('line', (line) => {
      resolve(line);
      lines.close();
    });
    lines.once('SIGINT', () => {
      lines.close();
      reject(new CommandFailure(EXIT.interrupted, 'Interrupted. Nothing was changed.'));
    });
    lines.once('close', () => resolve(''));
  });
}
