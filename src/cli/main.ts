import { EXIT, type ExitCode } from './exit-codes.ts';
import { explainFailure } from './explain-failure.ts';
import { buildProgram } from './program.ts';
import { openShell, type Shell } from './shell.ts';

/** The command line. Without a command it serves. */
export async function main(argv: readonly string[]): Promise<void> {
  // Not process.exit: what was printed may still be on its way through a pipe.
  process.exitCode = await runProgram(argv, openShell(process));
}

/** One command with its exit code. */
export async function runProgram(argv: readonly string[], shell: Shell): Promise<ExitCode> {
  try {
    const given = withDefaultCommand(argv);
    const program = await buildProgram(shell, given[2]);
    await program.parseAsync(given);
    return EXIT.done;
  } catch (error) {
    const { code, sentence } = explainFailure(error);
    if (sentence !== undefined) shell.say(sentence);
    return code;
  }
}

const OF_THE_PROGRAM = /^(-h|--help|-V|--version)$/;

function withDefaultCommand([node = '', program = '', ...rest]: readonly string[]): string[] {
  const [first = '--'] = rest;
  const isFlag = first.startsWith('-') && !OF_THE_PROGRAM.test(first);
  return [node, program, ...(isFlag ? ['serve', ...rest.filter((item) => item !== '--')] : rest)];
}
