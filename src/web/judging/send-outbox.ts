import { ApiError } from '../../client/api-error.ts';
import type { Client } from '../../client/client.ts';
import type { Assignment, JudgementSubmission } from '../../contract/judging/assignments.ts';
import { deliver, fateOf } from './deliver.ts';
import type { Message } from './message.ts';
import type { Kept, Outbox } from './outbox.ts';

/** A task with its stored judgement and the last one that this browser keeps. */
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
  /** Tasks as the server has them, by the message that it refused. */
  const twice = new Map<string, Assignment>();

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

  const listAbout = (assignmentId: string) =>
    outbox.list().filter(({ message }) => message.assignmentId === assignmentId);

  const findTwice = (): JudgedElsewhere | undefined => {
    const [conflict] = listTwice();
    const assignment = twice.get(conflict?.key ?? '');
    if (assignment === undefined) return undefined;
    // The annotator may have withdrawn the refused judgement and judged again.
    const submission = listAbout(assignment.id).findLast(isJudgement)?.message.submission;
    return submission && { assignment, submission };
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
    twice.set(key, await client.fetchAssignment({ parameters }));
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
      const held = listHeldBack();
      const error = heldBack.get(held.at(-1)?.key ?? '');
      return {
        heldBack: error === undefined ? undefined : { count: held.length, error },
        twice: findTwice(),
      };
    },
    tryAgain: () => heldBack.clear(),
    discard: () => {
      for (const { key } of listHeldBack()) outbox.remove(key);
    },
    choose: (choice) => {
      const [conflict] = listTwice();
      if (conflict === undefined) return;
      const { assignmentId } = conflict.message;
      const last = listAbout(assignmentId).findLast(isJudgement);
      // Sent later, a withdrawal would undo what the annotator chose.
      for (const { key, message } of listAbout(assignmentId)) {
        if (message.kind !== 'flag') outbox.remove(key);
      }
      if (choice === 'replace' && last !== undefined) {
        outbox.replace(conflict.key, { ...last.message, replaces: true });
      }
    },
  };
}

interface KeptJudgement extends Kept {
  readonly message: Extract<Message, { kind: 'judge' }>;
}

function isJudgement(kept: Kept): kept is KeptJudgement {
  return kept.message.kind === 'judge';
}

function isChosen(message: Message): boolean {
  return message.kind === 'judge' && message.replaces === true;
}
