import { ApiError } from '../../client/api-error.ts';
import type { Client } from '../../client/client.ts';
import type { Assignment, JudgementSubmission } from '../../contract/judging/assignments.ts';
import { strings } from '../strings.ts';
import type { Brief } from './brief.ts';
import { fateOf } from './deliver.ts';
import {
  BEGINNING,
  FEWEST_TASKS,
  type JudgeEvent,
  type JudgeState,
  reduceJudging,
  resumeJudging,
  type Step,
  TASKS_AHEAD,
} from './judge-state.ts';
import type { KeptTasks } from './kept-tasks.ts';
import type { Message } from './message.ts';
import type { Outbox } from './outbox.ts';
import { createRetriedWork } from './retried-work.ts';
import { createSender, type JudgedElsewhere } from './send-outbox.ts';
import type { TaskDrafts } from './task-drafts.ts';

export interface JudgeView extends JudgeState {
  readonly unsent: number;
  /** How many refused messages are kept, and why the last one was refused. */
  readonly heldBack: { readonly count: number; readonly error: ApiError } | undefined;
  /** A task judged in two places: the annotator has to choose. */
  readonly twice: JudgedElsewhere | undefined;
}

export interface JudgeSession {
  readonly subscribe: (listener: () => void) => () => void;
  readonly view: () => JudgeView;
  readonly start: () => () => void;
  readonly judge: (submission: JudgementSubmission) => void;
  readonly skip: () => void;
  readonly flag: (reason: string) => void;
  readonly undo: () => Promise<void>;
  readonly revisit: () => void;
  /** Asks for tasks again, and sends refused messages again. */
  readonly lookAgain: () => void;
  /** Sends waiting messages now instead of at the next try. */
  readonly wake: () => void;
  /** The share of the annotator, as the server counted it. */
  readonly countShare: (progress: Brief['progress']) => void;
  readonly choose: (choice: 'keep stored' | 'replace') => void;
  /** Discards refused messages. */
  readonly discardHeldBack: () => void;
  readonly drafts: TaskDrafts;
  /** How long tasks were on the screen so far, in milliseconds, by assignment. */
  readonly shownMs: Map<string, number>;
}

export interface JudgeSessionOptions {
  readonly client: Client;
  readonly evaluationId: string;
  readonly outbox: Outbox;
  readonly drafts: TaskDrafts;
  /** Tasks fetched earlier, where the page opened without a connection. */
  readonly kept: KeptTasks | undefined;
  /** Runs work while no other tab of this annotator does the same. */
  readonly alone: <Result>(run: () => Promise<Result>) => Promise<Result>;
  /** Sending failed and is tried again later. */
  readonly onTrouble: (error: unknown) => void;
  /** A judgement came too late: the task went to other annotators. */
  readonly onRefused: (error: unknown) => void;
}

const NO_SUPPLY = { tasks: Infinity, at: 0 };

/** Far below the shortest lease: what waits here stays with an annotator who goes on judging. */
const RENEWED_AFTER_MS = 60_000;

/**
 * The judging of one annotator in one evaluation. The screen moves on at once (`judge-state.ts`);
 * judgements wait in the outbox and are sent in order, and the session asks for new tasks once all
 * of them have arrived.
 */
export function createJudgeSession(options: JudgeSessionOptions): JudgeSession {
  const { client, evaluationId, outbox, drafts } = options;
  const sender = createSender(options);
  const listeners = new Set<() => void>();
  const beginning =
    options.kept === undefined ? BEGINNING : resumeJudging(options.kept, messagesIn(outbox));
  let view: JudgeView = { ...beginning, ...sender.refused(), unsent: outbox.list().length };
  /** The last answer with tasks: how many it left here, and when it came. */
  let supply = NO_SUPPLY;
  const changed = (state: JudgeState) => {
    view = { ...state, ...sender.refused(), unsent: outbox.list().length };
    for (const listener of listeners) listener();
  };
  const happen = (event: JudgeEvent) => changed(reduceJudging(view, event));

  /** One request; false when there is nothing to ask for. */
  const sendNext = async (): Promise<boolean> => {
    if (await options.alone(sender.sendFirst)) {
      // Refused: whether the annotator may judge on, only asking for tasks tells.
      if (sender.refused().heldBack !== undefined) supply = NO_SUPPLY;
      happen({ kind: 'troubled', trouble: null });
      return true;
    }
    if (view.hasNoMoreTasks || !isSupplyDue()) return false;
    // What another tab sends meanwhile would be missing from the answer and from the outbox.
    await options.alone(take);
    return true;
  };

  /** Tasks are asked for by the dozen; asking also tells the server that the annotator is at work. */
  const isSupplyDue = () =>
    view.tasks.length < Math.max(FEWEST_TASKS, supply.tasks / 2) ||
    Date.now() - supply.at > RENEWED_AFTER_MS;

  const take = async () => {
    try {
      const reply = await client.takeAssignments({
        parameters: { evaluation_id: evaluationId },
        body: { count: TASKS_AHEAD },
      });
      const kept = messagesIn(outbox);
      const unsent = { kept, uncounted: sender.uncounted(), pending: sender.pending().length };
      happen({ kind: 'received', reply: { ...reply, ...unsent } });
      supply = { tasks: view.tasks.length, at: Date.now() };
    } catch (error) {
      if (!(error instanceof ApiError) || fateOf(error) === 'again') throw error;
      const why = error.code === 'evaluation_closed' ? 'closed' : 'barred';
      happen({ kind: 'refused', why, error });
    }
  };

  const work = createRetriedWork(sendNext, (trouble) => {
    if (trouble !== null || view.trouble !== null) happen({ kind: 'troubled', trouble });
    if (trouble !== null) options.onTrouble(trouble);
  });

  /** Stores the annotator's action, shows the next task, and sends the action. */
  const act = (event: JudgeEvent, message?: Message) => {
    if (message !== undefined) outbox.add(message);
    happen(event);
    work.wake();
  };

  const lastStep = async (): Promise<Step | undefined> => {
    const step = view.steps.at(-1);
    if (step !== undefined) {
      happen({ kind: 'forgotten' });
      return step;
    }
    // A judgement that is being sent would make the server's list outdated.
    if (sender.pending().length > 0) throw new Error(strings.judging.undoLater);
    // After a reload this page has no steps to undo, but the server has the last judgement.
    const [assignment] = await client.listAssignments({
      parameters: { evaluation_id: evaluationId },
      query: { status: 'judged', limit: 1 },
    });
    return assignment === undefined
      ? undefined
      : { kind: 'judged', task: { assignment, previous: submissionOf(assignment) } };
  };

  const follow = (message: Message) => {
    // A draft of this tab would come back in place of what the annotator judged there.
    if (message.kind === 'judge') drafts.remove(message.assignmentId);
    act({ kind: 'done in another tab', message });
  };

  const undo = runOneAtATime(async () => {
    const step = await lastStep();
    if (step === undefined) return;
    const assignmentId = step.task.assignment.id;
    const isJudged = step.kind === 'judged';
    // What the annotator judged is newer than a draft that they left in this tab.
    if (isJudged) drafts.remove(assignmentId);
    act({ kind: 'undone', step }, isJudged ? { kind: 'withdraw', assignmentId } : undefined);
  });

  const lookAgain = () => {
    sender.tryAgain();
    act({ kind: 'looked again' });
  };

  return {
    drafts,
    shownMs: new Map(),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    view: () => view,
    start: () => {
      addEventListener('online', work.wake);
      const stopListening = outbox.onOtherTab((message) =>
        message ? follow(message) : changed(view),
      );
      work.start();
      return () => {
        work.stop();
        stopListening();
        removeEventListener('online', work.wake);
      };
    },
    judge: (submission) => {
      const assignmentId = view.tasks[0]?.assignment.id;
      if (assignmentId === undefined) return;
      drafts.remove(assignmentId);
      act({ kind: 'judged', submission }, { kind: 'judge', assignmentId, submission });
    },
    skip: () => {
      const assignmentId = view.tasks[0]?.assignment.id;
      if (assignmentId === undefined) return;
      act({ kind: 'skipped' }, { kind: 'skip', assignmentId });
    },
    flag: (reason) => {
      const assignmentId = view.tasks[0]?.assignment.id;
      if (assignmentId === undefined) return;
      act({ kind: 'flagged', reason }, { kind: 'flag', assignmentId, reason });
    },
    undo,
    revisit: () => act({ kind: 'revisited' }),
    lookAgain,
    wake: work.wake,
    countShare: (progress) => happen({ kind: 'share counted', progress }),
    choose: (choice) => {
      sender.choose(choice);
      lookAgain();
    },
    discardHeldBack: () => {
      sender.discard();
      lookAgain();
    },
  };
}

function messagesIn(outbox: Outbox): readonly Message[] {
  return outbox.list().map(({ message }) => message);
}

/** Ignores calls while one is under way. */
function runOneAtATime(run: () => Promise<void>): () => Promise<void> {
  let isRunning = false;
  return async () => {
    if (isRunning) return;
    isRunning = true;
    await run().finally(() => {
      isRunning = false;
    });
  };
}

function submissionOf({ judgement }: Assignment): JudgementSubmission | undefined {
  if (judgement === null) return undefined;
  const { outcome, score, answers, note, time_taken_ms } = judgement;
  return {
    ...(outcome === null ? {} : { outcome }),
    ...(score === null ? {} : { score }),
    answers,
    note,
    ...(time_taken_ms === null ? {} : { time_taken_ms }),
  };
}
