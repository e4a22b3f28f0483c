import { ApiError } from '../../client/api-error.ts';
import type { Client } from '../../client/client.ts';
import type { Message } from './message.ts';

type JudgingClient = Pick<
  Client,
  'submitJudgement' | 'withdrawJudgement' | 'skipAssignment' | 'flagAssignment'
>;

/**
 * Sends one message. Sending it twice does no harm: each of these routes can be repeated. A judgement
 * never replaces a newer one from another place unless its annotator has chosen that.
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
 * What happens to a message after an error: `again` sends it soon; `choose` asks its annotator;
 * `over` drops it, because the task went on without it; `kept` holds it until something else
 * changes, and later messages are sent first.
 */
export type Fate = 'again' | 'choose' | 'over' | 'kept';

export function fateOf(error: unknown): Fate {
  if (!(error instanceof ApiError) || error.status >= 500) return 'again';
  if (PASSING.has(error.status)) return 'again';
  if (error.code === 'revision_conflict') return 'choose';
  return error.code === 'lease_expired' || error.code === 'already_judged' ? 'over' : 'kept';
}

/** Signed out, timed out, rate limited: sending works again later. */
const PASSING = new Set([401, 408, 425, 429]);
