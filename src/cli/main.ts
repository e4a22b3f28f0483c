import { explainFailure } from './explain-failure.ts';
import { buildProgram } from './program.ts';
import { openShell } from './shell.ts';

/** The command line. Without a command it serves. */
export async function main(argv: readonly string[]): Promise<void> {
  const shell = openShell(process);
  try {
    const given = withDefaultCommand(argv);
    const program = await buildProgram(shell, given[2]);
    await program.parseAsync(given);
  } catch (error) {
    const { code, sentence } = explainFailure(error);
    if (sentence !== undefined) shell.say(sentence);
    // Not process.exit: what was printed may still be on its way through a pipe.
    process.exitCode = code;
  }
}

const OF_THE_PROGRAM = /^(-h|--help|-V|--version)$/;

function withDefaultCommand([node = '', program = '', ...rest]: readonly string[]): string[] {
  const [first = '--'] = rest;
  const isFlag = first.startsWith('-') && !OF_THE_PROGRAM.test(first);
  return [node, program, ...(isFlag ? ['serve', ...rest.filter((item) => item !== '--')] : rest)];
}
