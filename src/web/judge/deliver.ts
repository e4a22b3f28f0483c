import { ApiError } from '../../client/api-error.ts';
import type { Client } from '../../client/client.ts';
import type { Message } from './outbox.ts';

type JudgingClient = Pick<
  Client,
  'submitJudgement' | 'withdrawJudgement' | 'skipAssignment' | 'flagAssignment'
>;

/** Sends one message. Sending it twice does no harm: each of these routes can be repeated. */
export function deliver(client: JudgingClient, message: Message): Promise<unknown> {
  const parameters = { assignment_id: message.assignmentId };
  switch (message.kind) {
    case 'judge':
      return client.submitJudgement({ parameters, body: message.submission });
    case 'withdraw':
      return client.withdrawJudgement({ parameters });
    case 'skip':
      return client.skipAssignment({ parameters });
    case 'flag':
      return client.flagAssignment({ parameters, body: { reason: message.reason } });
    default:
      return message satisfies never;
  }
}

/** Whether the answer is final: sending the same again would bring the same answer. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500 && !PASSING.has(error.status);
}

/** Not signed in, too slow, too many: these end. */
const PASSING = new Set([401, 408, 425, 429]);
