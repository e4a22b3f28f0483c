import { ApiError } from '../../client/api-error.ts';
import type { Client } from '../../client/client.ts';
import type { Message } from './message.ts';

type JudgingClient = Pick<
  Client,
  'submitJudgement' | 'withdrawJudgement' | 'skipAssignment' | 'flagAssignment'
>;

/**
 * Sends one message. Sending it twice does no harm: each of these routes can be repeated. A
 * judgement never replaces one from another tab or device unless the annotator chose that.
 */
export function deliver(client: JudgingClient, message: Message): Promise<unknown> {
  const parameters = { assignment_id: message.assignmentId };
  switch (message.kind) {
    case 'judge':
      return client.submitJudgement({
        parameters,
        body: message.submission,
        ...(message.replaces === true ? {} : { ifNoneMatch: '*' }),
      });
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

/**
 * What happens to a message after an error: `again` sends it again soon; `choose` asks the
 * annotator; `over` drops it, because its task continued without it; `kept` keeps it until the
 * annotator retries, while later messages are sent.
 */
export type Fate = 'again' | 'choose' | 'over' | 'kept';

export function fateOf(error: unknown): Fate {
  if (!(error instanceof ApiError) || error.status >= 500) return 'again';
  if (PASSING.has(error.status)) return 'again';
  if (error.code === 'revision_conflict') return 'choose';
  return error.code === 'lease_expired' || error.code === 'already_judged' ? 'over' : 'kept';
}

/** Signed out, timed out, too early, rate limited: sending works again later. */
const PASSING = new Set([401, 408, 425, 429]);
