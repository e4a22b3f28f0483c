/** Exit codes, also listed in docs/guide/cli.md. */
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

/** Ends a command; the message is a sentence that says what to do next. */
export class CommandFailure extends Error {
  readonly code: ExitCode;

  /** Without a message, the command has already printed the reason. */
  constructor(code: ExitCode, message = '') {
    super(message);
    this.name = 'CommandFailure';
    this.code = code;
  }
}
