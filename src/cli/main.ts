import { EXIT, type ExitCode } from './exit-codes.ts';
import { explainFailure } from './explain-failure.ts';
import { buildProgram } from './program.ts';
import { openShell, type Shell } from './shell.ts';

/** Runs the command line. Without a command it starts the service. */
export async function main(argv: readonly string[]): Promise<void> {
  // Not process.exit, which could lose output still on its way through a pipe.
  process.exitCode = await runProgram(argv, openShell(process));
}

/** Runs one command and returns its exit code. */
export async function runProgram(argv: readonly string[], shell: Shell): Promise<ExitCode> {
  try {
    const args = withDefaultCommand(argv);
    const program = await buildProgram(shell, args[2]);
    await program.parseAsync(args);
    return EXIT.done;
  } catch (error) {
    const { code, sentence } = explainFailure(error);
    if (sentence !== undefined) shell.say(sentence);
    return code;
  }
}

const PROGRAM_FLAGS = /^(-h|--help|-V|--version)$/;

function withDefaultCommand([node = '', program = '', ...rest]: readonly string[]): string[] {
  const [first = '--'] = rest;
  const isFlag = first.startsWith('-') && !PROGRAM_FLAGS.test(first);
  return [node, program, ...(isFlag ? ['serve', ...rest.filter((item) => item !== '--')] : rest)];
}
