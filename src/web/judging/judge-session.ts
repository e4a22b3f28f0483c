import { ApiError } from '../../client/api-error.ts';
import type { Client } from '../../client/client.ts';
import type { Assignment, JudgementSubmission } from '../../contract/judging/assignments.ts';
import { strings } from '../strings.ts';
import { fateOf } from './deliver.ts';
import type { Message, Outbox } from './outbox.ts';
import type { Draft } from './questions.ts';
import { createSender, type JudgedElsewhere } from './send-outbox.ts';

/** A task on the screen, with what its annotator said about it before they took it back. */
export interface Task {
  readonly assignment: Assignment;
  readonly previous: JudgementSubmission | undefined;
}

export interface JudgeView {
  /** `barred`: the annotator may not judge here, now. */
  readonly phase: 'loading' | 'judging' | 'waiting' | 'done' | 'closed' | 'barred';
  /** The first one is on the screen; the others are there to be painted at once. */
  readonly tasks: readonly Task[];
  readonly judged: number;
  readonly total: number;
  /** Tasks that were skipped and came back, for those who want to look again. */
  readonly setAside: readonly Task[];
  readonly unsent: number;
  /** What keeps the answers from being sent, while something does. */
  readonly trouble: unknown;
  /** Why the annotator may not judge, while they may not. */
  readonly barrier: unknown;
  /** How many messages were refused but are kept, and why the last of them was. */
  readonly heldBack: { readonly count: number; readonly error: ApiError } | undefined;
  /** A task that was judged twice: the annotator has to choose. */
  readonly twice: JudgedElsewhere | undefined;
  readonly timesMs: readonly number[];
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
  /** Looks for tasks again, and sends again what was refused. */
  readonly lookAgain: () => void;
  /** Sends now what waits, without waiting for the next try. */
  readonly wake: () => void;
  readonly choose: (choice: 'keep stored' | 'replace') => void;
  /** Gives up what was refused. */
  readonly discardHeldBack: () => void;
  /** What has been written about tasks that are not judged yet, by assignment. */
  readonly drafts: Map<string, Draft>;
}

export interface JudgeSessionOptions {
  readonly client: Client;
  readonly evaluationId: string;
  readonly outbox: Outbox;
  /** Runs something while no other tab of this annotator does the same. */
  readonly alone: <Result>(run: () => Promise<Result>) => Promise<Result>;
  /** Sending has to wait; it is tried again. */
  readonly onTrouble: (error: unknown) => void;
  /** An answer came too late: others have taken the task. */
  readonly onRefused: (error: unknown) => void;
}

/** The task on the screen and two more. */
const HELD = 3;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 15_000;

interface Step {
  readonly kind: 'judged' | 'skipped';
  readonly task: Task;
}

const BEGINNING: JudgeView = {
  phase: 'loading',
  tasks: [],
  judged: 0,
  total: 0,
  setAside: [],
  unsent: 0,
  trouble: null,
  barrier: null,
  heldBack: undefined,
  twice: undefined,
  timesMs: [],
};

/**
 * What one annotator does in one evaluation. The screen moves on at once; what was said is kept in
 * the outbox and sent in order behind it, and new tasks are asked for when all of it has arrived.
 */
export function createJudgeSession(options: JudgeSessionOptions): JudgeSession {
  const { client, evaluationId, outbox } = options;
  const sender = createSender(options);
  const listeners = new Set<() => void>();
  const drafts = new Map<string, Draft>();
  let steps: readonly Step[] = [];
  const skipped = new Set<string>();
  let view: JudgeView = BEGINNING;
  let isAtWork = false;
  let isStopped = true;
  let hasNoMoreTasks = false;
  let isUndoing = false;
  let retryMs = FIRST_RETRY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const change = (part: Partial<JudgeView>) => {
    const { heldBack, twice } = sender.refused();
    view = { ...view, ...part, heldBack, twice, unsent: outbox.list().length };
    for (const listener of listeners) listener();
  };

  const say = (message: Message) => {
    outbox.add(message);
    hasNoMoreTasks = false;
  };

  const showNext = (tasks: readonly Task[], part: Partial<JudgeView> = {}) => {
    const phase = tasks.length > 0 ? 'judging' : hasNoMoreTasks ? 'done' : 'waiting';
    change({ phase, ...part, tasks });
    void work();
  };

  const work = async () => {
    if (isAtWork || isStopped) return;
    isAtWork = true;
    clearTimeout(timer);
    try {
      while (!isStopped && (await sendNext())) retryMs = FIRST_RETRY_MS;
      if (view.trouble !== null) change({ trouble: null });
    } catch (trouble) {
      change({ trouble });
      options.onTrouble(trouble);
      timer = setTimeout(() => void work(), retryMs);
      retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
    } finally {
      isAtWork = false;
    }
  };

  /** One request; false when there is nothing to ask for. */
  const sendNext = async (): Promise<boolean> => {
    if (await options.alone(sender.sendFirst)) {
      change({ trouble: null });
      return true;
    }
    if (hasNoMoreTasks || view.tasks.length >= HELD) return false;
    await take();
    return true;
  };

  const take = async () => {
    try {
      const reply = await client.takeAssignments({
        parameters: { evaluation_id: evaluationId },
        body: { count: HELD },
      });
      receive(reply);
    } catch (error) {
      if (!(error instanceof ApiError) || fateOf(error) === 'again') throw error;
      hasNoMoreTasks = true;
      if (error.code === 'evaluation_closed') return change({ phase: 'closed', tasks: [] });
      change({ phase: 'barred', tasks: [], barrier: error });
    }
  };

  const receive = ({ assignments, progress }: Awaited<ReturnType<Client['takeAssignments']>>) => {
    const waiting = outbox.list().map(({ message }) => message);
    const known = new Set([
      ...waiting.filter(({ kind }) => kind !== 'flag').map(({ assignmentId }) => assignmentId),
      ...view.tasks.map(({ assignment }) => assignment.id),
    ]);
    const fresh = assignments
      .filter(({ id }) => !known.has(id))
      .map((assignment) => ({ assignment, previous: undefined }));
    const setAside = fresh.filter(({ assignment }) => skipped.has(assignment.id));
    const tasks = [...view.tasks, ...fresh.filter((task) => !setAside.includes(task))];
    hasNoMoreTasks = tasks.length < HELD && sender.pending().length === 0;
    const uncounted = sender.uncounted();
    const judged = progress.judged + countOf(uncounted, 'judge') - countOf(uncounted, 'withdraw');
    const total = Math.max(progress.judged + progress.remaining, judged);
    showNext(tasks, { setAside, judged, total });
  };

  /** The same annotator judged in another tab: what is done there is not to be done here. */
  const hear = ({ kind, assignmentId }: Message) => {
    if (kind === 'flag') return change({});
    const isOther = ({ assignment }: Task) => assignment.id !== assignmentId;
    steps = steps.filter(({ task }) => isOther(task));
    const judged = view.judged + (kind === 'judge' ? 1 : kind === 'withdraw' ? -1 : 0);
    if (kind === 'withdraw') return change({ judged });
    hasNoMoreTasks = false;
    showNext(view.tasks.filter(isOther), { setAside: view.setAside.filter(isOther), judged });
  };

  const undoStep = async (): Promise<Step | undefined> => {
    const step = steps.at(-1);
    steps = steps.slice(0, -1);
    if (step !== undefined) return step;
    // What is on its way would make the answer of the server an old one.
    if (sender.pending().length > 0) throw new Error(strings.judging.undoLater);
    // After a reload nothing is remembered here, but the server knows what was judged last.
    const [assignment] = await client.listAssignments({
      parameters: { evaluation_id: evaluationId },
      query: { status: 'judged', limit: 1 },
    });
    return assignment === undefined
      ? undefined
      : { kind: 'judged', task: { assignment, previous: submissionOf(assignment) } };
  };

  const lookAgain = () => {
    sender.tryAgain();
    hasNoMoreTasks = false;
    showNext(view.tasks, { trouble: null });
  };

  return {
    drafts,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    view: () => view,
    start: () => {
      isStopped = false;
      const wake = () => void work();
      addEventListener('online', wake);
      const stopHearing = outbox.onOtherTab((added) => (added ? hear(added) : change({})));
      void work();
      return () => {
        isStopped = true;
        clearTimeout(timer);
        stopHearing();
        removeEventListener('online', wake);
      };
    },
    judge: (submission) => {
      const [task, ...rest] = view.tasks;
      if (task === undefined) return;
      say({ kind: 'judge', assignmentId: task.assignment.id, submission });
      steps = [...steps, { kind: 'judged', task: { ...task, previous: submission } }];
      skipped.delete(task.assignment.id);
      drafts.delete(task.assignment.id);
      showNext(rest, {
        judged: view.judged + 1,
        timesMs: [...view.timesMs, submission.time_taken_ms ?? 0],
      });
    },
    skip: () => {
      const [task, ...rest] = view.tasks;
      if (task === undefined) return;
      say({ kind: 'skip', assignmentId: task.assignment.id });
      steps = [...steps, { kind: 'skipped', task }];
      skipped.add(task.assignment.id);
      showNext(rest);
    },
    flag: (reason) => {
      const [task, ...rest] = view.tasks;
      if (task === undefined) return;
      say({ kind: 'flag', assignmentId: task.assignment.id, reason });
      const assignment = { ...task.assignment, flag: reason };
      showNext([{ ...task, assignment }, ...rest]);
    },
    undo: async () => {
      if (isUndoing) return;
      isUndoing = true;
      const step = await undoStep().finally(() => {
        isUndoing = false;
      });
      if (step === undefined) return;
      const { task, kind } = step;
      const others = view.tasks.filter(({ assignment }) => assignment.id !== task.assignment.id);
      if (kind === 'judged') say({ kind: 'withdraw', assignmentId: task.assignment.id });
      skipped.delete(task.assignment.id);
      showNext([task, ...others], { judged: view.judged - (kind === 'judged' ? 1 : 0) });
    },
    revisit: () => {
      skipped.clear();
      showNext([...view.tasks, ...view.setAside], { setAside: [] });
    },
    lookAgain,
    wake: () => void work(),
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

function countOf(messages: readonly Message[], kind: Message['kind']): number {
  return messages.filter((message) => message.kind === kind).length;
}

function submissionOf({ judgement }: Assignment): JudgementSubmission | undefined {
  if (judgement === null) return undefined;
  const { outcome, score, answers, note } = judgement;
  return {
    ...(outcome === null ? {} : { outcome }),
    ...(score === null ? {} : { score }),
    answers,
    note,
  };
}
