import { ApiError } from '../../client/api-error.ts';
import type { Client } from '../../client/client.ts';
import type { Assignment, JudgementSubmission } from '../../contract/judging/assignments.ts';
import { strings } from '../strings.ts';
import type { Brief } from './brief.ts';
import { fateOf } from './deliver.ts';
import {
  BEGINNING,
  type JudgeEvent,
  type JudgeState,
  MIN_TASKS,
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
  /** Judgements that are not sent yet. */
  readonly unsent: number;
  /** How many refused messages are kept, and why the last one was refused. */
  readonly refused: { readonly count: number; readonly error: ApiError } | undefined;
  /** A task judged in two places: the annotator has to choose. */
  readonly conflict: JudgedElsewhere | undefined;
}

export interface JudgeSession {
  readonly subscribe: (listener: () => void) => () => void;
  readonly view: () => JudgeView;
  readonly start: () => () => void;
  readonly judge: (submission: JudgementSubmission) => void;
  readonly skip: () => void;
  readonly flag: (assignmentId: string, reason: string) => void;
  readonly undo: () => Promise<void>;
  readonly revisit: () => void;
  /** Requests tasks and resends refused messages. */
  readonly lookAgain: () => void;
  /** Sends waiting messages now instead of at the next retry. */
  readonly wake: () => void;
  /** Sets the annotator's share to what the server counted. */
  readonly countShare: (progress: Brief['progress']) => void;
  readonly choose: (choice: 'keep stored' | 'replace') => void;
  /** Discards refused messages. */
  readonly discardRefused: () => void;
  readonly drafts: TaskDrafts;
  /** Milliseconds that tasks were on the screen so far, by assignment. */
  readonly shownMs: Map<string, number>;
}

export interface JudgeSessionOptions {
  readonly client: Client;
  readonly evaluationId: string;
  readonly outbox: Outbox;
  readonly drafts: TaskDrafts;
  /** Tasks fetched earlier, if the page opened without a connection. */
  readonly kept: KeptTasks | undefined;
  /** Runs work while no other tab does the same for this evaluation. */
  readonly runAlone: <Result>(run: () => Promise<Result>) => Promise<Result>;
  /** A request failed and is retried later. */
  readonly onTrouble: (error: unknown) => void;
  /** A message came too late, for example after its lease expired, and was dropped. */
  readonly onRefused: (error: unknown) => void;
}

const NO_SUPPLY = { tasks: Infinity, at: 0 };

/** Far below the shortest lease, so waiting tasks stay with an annotator who continues judging. */
const RENEW_AFTER_MS = 60_000;

/**
 * The judging of one annotator in one evaluation. The screen moves on at once (`judge-state.ts`);
 * judgements wait in the outbox and are sent in order, and the session asks for new tasks once all
 * of them have arrived.
 */
export function createJudgeSession(options: JudgeSessionOptions): JudgeSession {
  const { client, evaluationId, outbox, drafts } = options;
  const sender = createSender(options);
  const listeners = new Set<() => void>();
  const initial =
    options.kept === undefined ? BEGINNING : resumeJudging(options.kept, messagesIn(outbox));
  let view: JudgeView = { ...initial, ...sender.refusals(), unsent: countJudgements(outbox) };
  /** How many tasks were here after the last reply with tasks, and when it came. */
  let supply = NO_SUPPLY;
  const publish = (state: JudgeState) => {
    view = { ...state, ...sender.refusals(), unsent: countJudgements(outbox) };
    for (const listener of listeners) listener();
  };
  const dispatch = (event: JudgeEvent) => publish(reduceJudging(view, event));

  /** Sends one request; false if none is due. */
  const sendNext = async (): Promise<boolean> => {
    if (await options.runAlone(sender.sendFirst)) {
      // After a refusal, only a request for tasks shows whether the annotator may still judge.
      if (sender.refusals().refused !== undefined) supply = NO_SUPPLY;
      dispatch({ kind: 'troubled', trouble: null });
      return true;
    }
    if (view.hasNoMoreTasks || !isSupplyDue()) return false;
    // A judgement that another tab sends meanwhile would be in neither the reply nor the outbox.
    await options.runAlone(takeTasks);
    return true;
  };

  /** Tasks are requested in batches; each request also renews the leases of those here. */
  const isSupplyDue = () =>
    view.tasks.length < Math.max(MIN_TASKS, supply.tasks / 2) ||
    Date.now() - supply.at > RENEW_AFTER_MS;

  const takeTasks = async () => {
    try {
      const reply = await client.takeAssignments({
        parameters: { evaluation_id: evaluationId },
        body: { count: TASKS_AHEAD },
      });
      const kept = messagesIn(outbox);
      const unsent = { kept, uncounted: sender.uncounted(), pending: sender.pending().length };
      dispatch({ kind: 'received', reply: { ...reply, ...unsent } });
      supply = { tasks: view.tasks.length, at: Date.now() };
    } catch (error) {
      if (!(error instanceof ApiError) || fateOf(error) === 'again') throw error;
      const why = error.code === 'evaluation_closed' ? 'closed' : 'barred';
      dispatch({ kind: 'refused', why, error });
    }
  };

  const work = createRetriedWork(sendNext, (trouble) => {
    if (trouble !== null || view.trouble !== null) dispatch({ kind: 'troubled', trouble });
    if (trouble !== null) options.onTrouble(trouble);
  });

  /** Stores the annotator's action, shows the next task, and sends the action. */
  const act = (event: JudgeEvent, message?: Message) => {
    if (message !== undefined) outbox.add(message);
    dispatch(event);
    work.wake();
  };

  const lastStep = async (): Promise<Step | undefined> => {
    const step = view.steps.at(-1);
    if (step !== undefined) {
      dispatch({ kind: 'forgotten' });
      return step;
    }
    // The server's list lacks judgements that are still being sent.
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
    // Otherwise this tab's draft would hide the newer judgement.
    if (message.kind === 'judge') drafts.remove(message.assignmentId);
    act({ kind: 'done in another tab', message });
  };

  const undo = runOneAtATime(async () => {
    const step = await lastStep();
    if (step === undefined) return;
    const assignmentId = step.task.assignment.id;
    const isJudged = step.kind === 'judged';
    // The judgement is newer than a draft in this tab.
    if (isJudged) drafts.remove(assignmentId);
    act({ kind: 'undone', step }, isJudged ? { kind: 'withdraw', assignmentId } : undefined);
  });

  const lookAgain = () => {
    sender.retryRefused();
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
        message ? follow(message) : publish(view),
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
    flag: (assignmentId, reason) => {
      const flag = { assignmentId, reason };
      act({ kind: 'flagged', ...flag }, { kind: 'flag', ...flag });
    },
    undo,
    revisit: () => act({ kind: 'revisited' }),
    lookAgain,
    wake: work.wake,
    countShare: (progress) => dispatch({ kind: 'share counted', progress }),
    choose: (choice) => {
      sender.choose(choice);
      lookAgain();
    },
    discardRefused: () => {
      sender.discard();
      lookAgain();
    },
  };
}

function messagesIn(outbox: Outbox): readonly Message[] {
  return outbox.list().map(({ message }) => message);
}

function countJudgements(outbox: Outbox): number {
  return messagesIn(outbox).filter(({ kind }) => kind === 'judge').length;
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
