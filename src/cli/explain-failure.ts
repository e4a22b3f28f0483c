import { CommanderError } from 'commander';
import { ApiError, UnexpectedAnswer, UnusableParameter } from '../client/client.ts';
import { readableMessage } from '../contract/validation.ts';
import { CommandFailure, EXIT, type ExitCode } from './exit-codes.ts';

interface Explanation {
  readonly code: ExitCode;
  /** Absent if it has already been printed. */
  readonly sentence?: string;
}

/** Why a command ended, for people and for scripts. */
export function explainFailure(error: unknown): Explanation {
  if (error instanceof CommandFailure) return explainOwn(error);
  // The parser has already printed its message; --help is not a failure.
  if (error instanceof CommanderError)
    return { code: error.exitCode === 0 ? EXIT.done : EXIT.usage };
  if (error instanceof ApiError) return explainRefusal(error);
  if (error instanceof UnusableParameter) return { code: EXIT.usage, sentence: error.message };
  if (error instanceof UnexpectedAnswer) return notJurybox();
  if (isNetworkFailure(error)) return { code: EXIT.unreachable, sentence: networkSentence(error) };
  if (isFileFailure(error)) return { code: EXIT.usage, sentence: fileSentence(error) };
  const stack = error instanceof Error ? error.stack : undefined;
  return { code: EXIT.defect, sentence: stack ?? String(error) };
}

function explainOwn({ code, message }: CommandFailure): Explanation {
  return message === '' ? { code } : { code, sentence: message };
}

function explainRefusal(error: ApiError): Explanation {
  const { status, code, issues, requestId } = error;
  if (status === 401) {
    return {
      code: EXIT.noKey,
      sentence:
        'The server does not accept the key: it is mistyped, expired or deleted. Create a new one under Settings → API keys and run "jurybox login".',
    };
  }
  if (status === 429 || status >= 500) {
    const request = requestId === '' ? '' : ` (request ${requestId})`;
    return { code: EXIT.unreachable, sentence: `${error.message}${request} Try again later.` };
  }
  if (code === undefined && issues.length === 0) return notJurybox();
  if (code === 'evaluation_not_found') {
    return {
      code: EXIT.refused,
      sentence: `${error.message} List them with "jurybox evals list".`,
    };
  }
  const faults = issues.map(
    (issue) => `${issue.loc.slice(1).join('.')}: ${readableMessage(issue)}`,
  );
  const sentence =
    faults.length === 0 ? error.message : `The server refused this: ${faults.join('; ')}.`;
  return { code: EXIT.refused, sentence };
}

function notJurybox(): Explanation {
  return {
    code: EXIT.unreachable,
    sentence:
      'Another program listens at this address, not Jurybox. Check --server (or JURYBOX_URL).',
  };
}

/**
 * `fetch` rejects with a TypeError whose cause names the reason, or with the reason of its signal.
 */
export function isNetworkFailure(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return error.name === 'TimeoutError' || (error instanceof TypeError && isOfFetch(error));
}

function isOfFetch({ message }: TypeError): boolean {
  return message === 'fetch failed' || message === 'terminated';
}

function networkSentence(error: Error): string {
  if (error.name === 'TimeoutError') {
    return 'The server did not answer in time. Check that it is healthy (GET /readyz), then try again.';
  }
  if (error.message === 'terminated')
    return 'The connection broke before the answer was complete. Try again.';
  const { cause } = error;
  const reason = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return `No server can be reached there${reason}. Check --server (or JURYBOX_URL), or start one with "jurybox serve".`;
}

function isFileFailure(error: unknown): error is NodeJS.ErrnoException {
  if (!(error instanceof Error) || !('syscall' in error)) return false;
  // Opening a folder succeeds; reading it fails with an error that has no path.
  return 'path' in error || ('code' in error && error.code === 'EISDIR');
}

function fileSentence({ code, path }: NodeJS.ErrnoException): string {
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'does not exist',
    EACCES: 'is not accessible to this user',
    EISDIR: 'is a folder. Name a file in it',
    ENOSPC: 'cannot be written: the disk is full',
  };
  if (path === '') return 'The file name is empty. Name a file.';
  return `${path ?? 'This'} ${reasons[code ?? ''] ?? `cannot be used (${code})`}.`;
}
