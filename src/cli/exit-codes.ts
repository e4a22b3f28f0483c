/** What the exit code of a command says; docs/guide/cli.md lists the same. */
export const EXIT = {
  done: 0,
  defect: 1,
  usage: 2,
  noKey: 3,
  refused: 4,
  unreachable: 5,
  ruleNotMet: 6,
  notSettled: 7,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A command cannot go on; the message is a sentence that says what to do next. */
export class CommandFailure extends Error {
  readonly code: ExitCode;

  /** Without a message, what was printed says it all. */
  constructor(code: ExitCode, message = '') {
    super(message);
    this.name = 'CommandFailure';
    this.code = code;
  }
}
