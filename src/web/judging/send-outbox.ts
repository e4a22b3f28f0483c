import { ApiError } from '../../client/api-error.ts';
import type { Client } from '../../client/client.ts';
import type { Assignment, JudgementSubmission } from '../../contract/judging/assignments.ts';
import { deliver, fateOf } from './deliver.ts';
import type { Message } from './message.ts';
import type { Outbox, OutboxEntry } from './outbox.ts';

/** A task with its stored judgement, and the last judgement in the outbox. */
export interface JudgedElsewhere {
  readonly assignment: Assignment;
  readonly submission: JudgementSubmission;
}

/** Sends the messages of an outbox in order, and remembers which ones the server refused. */
export interface Sender {
  /** Sends the first message that can be sent; false if none can. Throws failures worth a retry. */
  readonly sendFirst: () => Promise<boolean>;
  /** Unsent messages, without those about a task with a refused message. */
  readonly pending: () => readonly OutboxEntry[];
  /** The messages in the outbox, without judgements of tasks that are judged elsewhere. */
  readonly uncounted: () => readonly Message[];
  readonly refusals: () => {
    readonly refused: { readonly count: number; readonly error: ApiError } | undefined;
    readonly conflict: JudgedElsewhere | undefined;
  };
  /** Sends refused messages again. */
  readonly retryRefused: () => void;
  /** Removes refused messages. */
  readonly discard: () => void;
  readonly choose: (choice: 'keep stored' | 'replace') => void;
}

interface SenderOptions {
  readonly client: Client;
  readonly outbox: Outbox;
  readonly onRefused: (error: unknown) => void;
}

export function createSender({ client, outbox, onRefused }: SenderOptions): Sender {
  const refusals = new Map<string, ApiError>();
  /** Tasks as the server has them, by the message that it refused. */
  const judgedTasks = new Map<string, Assignment>();

  /** Read from the outbox: in another tab the annotator may have discarded or chosen messages. */
  const listRefused = () => outbox.list().filter(({ key }) => refusals.has(key));
  const listConflicts = () =>
    outbox.list().filter(({ key, message }) => judgedTasks.has(key) && !isChosen(message));

  /** A refused message holds back later ones about the same task. */
  const pending = () => {
    const stuck = [...listRefused(), ...listConflicts()];
    const tasks = new Set(stuck.map(({ message }) => message.assignmentId));
    return outbox.list().filter(({ message }) => !tasks.has(message.assignmentId));
  };

  const send = async ({ key, message }: OutboxEntry) => {
    try {
      await deliver(client, message);
      outbox.remove(key);
    } catch (error) {
      await settle({ key, message }, error);
    }
  };

  const listAbout = (assignmentId: string) =>
    outbox.list().filter(({ message }) => message.assignmentId === assignmentId);

  const findConflict = (): JudgedElsewhere | undefined => {
    const [conflict] = listConflicts();
    const assignment = judgedTasks.get(conflict?.key ?? '');
    if (assignment === undefined) return undefined;
    // The annotator may have withdrawn the refused judgement and judged again.
    const submission = listAbout(assignment.id).findLast(isJudgement)?.message.submission;
    return submission && { assignment, submission };
  };

  const settle = async ({ key, message }: OutboxEntry, error: unknown) => {
    const fate = fateOf(error);
    if (fate === 'again' || !(error instanceof ApiError)) throw error;
    if (fate === 'over') {
      outbox.remove(key);
      return onRefused(error);
    }
    if (fate === 'kept' || message.kind !== 'judge') {
      refusals.set(key, error);
      return;
    }
    const parameters = { assignment_id: message.assignmentId };
    judgedTasks.set(key, await client.fetchAssignment({ parameters }));
  };

  return {
    pending,
    sendFirst: async () => {
      const [first] = pending();
      if (first === undefined) return false;
      await send(first);
      return true;
    },
    uncounted: () =>
      outbox.list().flatMap(({ key, message }) => (judgedTasks.has(key) ? [] : [message])),
    refusals: () => {
      const refused = listRefused();
      const error = refusals.get(refused.at(-1)?.key ?? '');
      return {
        refused: error === undefined ? undefined : { count: refused.length, error },
        conflict: findConflict(),
      };
    },
    retryRefused: () => refusals.clear(),
    discard: () => {
      for (const { key } of listRefused()) outbox.remove(key);
    },
    choose: (choice) => {
      const [conflict] = listConflicts();
      if (conflict === undefined) return;
      const { assignmentId } = conflict.message;
      const last = listAbout(assignmentId).findLast(isJudgement);
      // A withdrawal sent later would undo the annotator's choice.
      for (const { key, message } of listAbout(assignmentId)) {
        if (message.kind !== 'flag') outbox.remove(key);
      }
      if (choice === 'replace' && last !== undefined) {
        outbox.replace(conflict.key, { ...last.message, replaces: true });
      }
    },
  };
}

interface JudgementEntry extends OutboxEntry {
  readonly message: Extract<Message, { kind: 'judge' }>;
}

function isJudgement(entry: OutboxEntry): entry is JudgementEntry {
  return entry.message.kind === 'judge';
}

function isChosen(message: Message): boolean {
  return message.kind === 'judge' && message.replaces === true;
}
