import { ApiError } from '../../client/api-error.ts';
import type { Client } from '../../client/client.ts';
import type { Assignment, JudgementSubmission } from '../../contract/judging/assignments.ts';
import { deliver, fateOf } from './deliver.ts';
import type { Message } from './message.ts';
import type { Kept, Outbox } from './outbox.ts';

/** A task with its stored judgement and the one that this browser tried to send. */
export interface JudgedElsewhere {
  readonly assignment: Assignment;
  readonly submission: JudgementSubmission;
}

/** Sends the messages of an outbox in order, and remembers the refused ones that are kept. */
export interface Sender {
  /** Sends the first message that can be sent; false if there is none. Throws passing failures. */
  readonly sendFirst: () => Promise<boolean>;
  /** Messages that are not sent yet. */
  readonly pending: () => readonly Kept[];
  /** Messages that the server has not counted yet and has not refused. */
  readonly uncounted: () => readonly Message[];
  readonly refused: () => {
    readonly heldBack: { readonly count: number; readonly error: ApiError } | undefined;
    readonly twice: JudgedElsewhere | undefined;
  };
  /** Refused messages are sent again. */
  readonly tryAgain: () => void;
  /** Gives up what was refused. */
  readonly discard: () => void;
  readonly choose: (choice: 'keep stored' | 'replace') => void;
}

interface SenderOptions {
  readonly client: Client;
  readonly outbox: Outbox;
  readonly onRefused: (error: unknown) => void;
}

export function createSender({ client, outbox, onRefused }: SenderOptions): Sender {
  const heldBack = new Map<string, ApiError>();
  const twice = new Map<string, JudgedElsewhere>();

  /** In another tab the annotator may have discarded them or chosen which one counts. */
  const listHeldBack = () => outbox.list().filter(({ key }) => heldBack.has(key));
  const listTwice = () =>
    outbox.list().filter(({ key, message }) => twice.has(key) && !isChosen(message));

  /** A message that waits for the annotator's choice holds back later ones about the same task. */
  const pending = () => {
    const stuck = [...listHeldBack(), ...listTwice()];
    const tasks = new Set(stuck.map(({ message }) => message.assignmentId));
    return outbox.list().filter(({ message }) => !tasks.has(message.assignmentId));
  };

  const send = async ({ key, message }: Kept) => {
    try {
      await deliver(client, message);
      outbox.remove(key);
    } catch (error) {
      await settle({ key, message }, error);
    }
  };

  const settle = async ({ key, message }: Kept, error: unknown) => {
    const fate = fateOf(error);
    if (fate === 'again' || !(error instanceof ApiError)) throw error;
    if (fate === 'over') {
      outbox.remove(key);
      return onRefused(error);
    }
    if (fate === 'kept' || message.kind !== 'judge') {
      heldBack.set(key, error);
      return;
    }
    const parameters = { assignment_id: message.assignmentId };
    const assignment = await client.fetchAssignment({ parameters });
    twice.set(key, { assignment, submission: message.submission });
  };

  return {
    pending,
    sendFirst: async () => {
      const [first] = pending();
      if (first === undefined) return false;
      await send(first);
      return true;
    },
    uncounted: () => outbox.list().flatMap(({ key, message }) => (twice.has(key) ? [] : [message])),
    refused: () => {
      const [held, conflict] = [listHeldBack(), listTwice()[0]];
      const error = heldBack.get(held.at(-1)?.key ?? '');
      return {
        heldBack: error === undefined ? undefined : { count: held.length, error },
        twice: twice.get(conflict?.key ?? ''),
      };
    },
    tryAgain: () => heldBack.clear(),
    discard: () => {
      for (const { key } of listHeldBack()) outbox.remove(key);
    },
    choose: (choice) => {
      const [conflict] = listTwice();
      if (conflict?.message.kind !== 'judge') return;
      const { key, message } = conflict;
      if (choice === 'replace') outbox.replace(key, { ...message, replaces: true });
      else outbox.remove(key);
    },
  };
}

function isChosen(message: Message): boolean {
  return message.kind === 'judge' && message.replaces === true;
}
