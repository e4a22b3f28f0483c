import { styleText } from 'node:util';
import { explainFailure } from './explain-failure.ts';

type Style = Parameters<typeof styleText>[0];

/** Where a command runs: its streams and variables. */
export interface Shell {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Prints a line of the answer on standard output. */
  readonly print: (line: string) => void;
  /** Prints a line that is not part of the answer on standard error. */
  readonly say: (line: string) => void;
  /** Coloured on a terminal, unless NO_COLOR is set (no-color.org). */
  readonly paint: (style: Style, text: string) => string;
}

export function openShell({ env, stdin, stdout, stderr }: NodeJS.Process): Shell {
  // A reader that closes the pipe, as in "jurybox … | head", is not a failure.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    const { code, sentence } = explainFailure(Object.assign(error, { path: 'Standard output' }));
    stderr.write(`${sentence}\n`);
    process.exit(code);
  });
  // A closed pipe or a full disk behind standard error must not end a command.
  stderr.on('error', () => undefined);
  return {
    environment: env,
    stdin,
    stdout,
    stderr,
    print: (line) => void stdout.write(`${line}\n`),
    say: (line) => void stderr.write(`${line}\n`),
    paint: (style, text) => styleText(style, text, { stream: stdout }),
  };
}
