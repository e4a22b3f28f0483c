import type { ApiError } from '../../client/api-error.ts';
import type { Client } from '../../client/client.ts';
import type { Assignment, JudgementSubmission } from '../../contract/assignments.ts';
import { deliver, isRefusal } from './deliver.ts';
import type { Message, Outbox } from './outbox.ts';

/** A task on the screen, with what its annotator said about it before they took it back. */
export interface Task {
  readonly assignment: Assignment;
  readonly previous: JudgementSubmission | undefined;
}

export interface JudgeView {
  readonly phase: 'loading' | 'judging' | 'waiting' | 'done' | 'closed';
  /** The first one is on the screen; the others are there to be painted at once. */
  readonly tasks: readonly Task[];
  readonly judged: number;
  readonly total: number;
  /** Tasks that were skipped and came back, for those who want to look again. */
  readonly setAside: readonly Task[];
  readonly unsent: number;
  /** What keeps the answers from being sent, while something does. */
  readonly trouble: unknown;
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
  readonly lookAgain: () => void;
}

export interface JudgeSessionOptions {
  readonly client: Client;
  readonly evaluationId: string;
  readonly outbox: Outbox;
  /** Runs something while no other tab of this annotator does the same. */
  readonly alone: <Result>(run: () => Promise<Result>) => Promise<Result>;
  /** Sending has to wait; it is tried again. */
  readonly onTrouble: (error: unknown) => void;
  /** An answer came too late, or cannot be taken any more. */
  readonly onRefused: (error: ApiError) => void;
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
  timesMs: [],
};

/**
 * What one annotator does in one evaluation. The screen moves on at once; what was said is kept in
 * the outbox and sent in order behind it, and new tasks are asked for when all of it has arrived.
 */
export function createJudgeSession(options: JudgeSessionOptions): JudgeSession {
  const { client, evaluationId, outbox } = options;
  const listeners = new Set<() => void>();
  const steps: Step[] = [];
  const skipped = new Set<string>();
  let view: JudgeView = BEGINNING;
  let isAtWork = false;
  let isStopped = true;
  let isDry = false;
  let isUndoing = false;
  let retryMs = FIRST_RETRY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const change = (part: Partial<JudgeView>) => {
    view = { ...view, ...part, unsent: outbox.list().length };
    for (const listener of listeners) listener();
  };

  const say = (message: Message) => {
    outbox.add(message);
    isDry = false;
  };

  const showNext = (tasks: readonly Task[], part: Partial<JudgeView> = {}) => {
    const phase = tasks.length > 0 ? 'judging' : isDry ? 'done' : 'waiting';
    change({ ...part, tasks, phase });
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
    if (await options.alone(sendFirst)) return true;
    if (isDry || view.phase === 'closed' || view.tasks.length >= HELD) return false;
    await take();
    return true;
  };

  const sendFirst = async (): Promise<boolean> => {
    const [kept] = outbox.list();
    if (kept === undefined) return false;
    await send(kept.message);
    outbox.remove(kept.key);
    change({ trouble: null });
    return true;
  };

  const send = async (message: Message) => {
    try {
      await deliver(client, message);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      options.onRefused(error);
    }
  };

  const take = async () => {
    try {
      const reply = await client.takeAssignments({
        parameters: { evaluation_id: evaluationId },
        body: { count: HELD },
      });
      receive(reply);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      change({ phase: 'closed', tasks: [] });
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
    isDry = tasks.length < HELD && waiting.length === 0;
    const judged = progress.judged + countOf(waiting, 'judge') - countOf(waiting, 'withdraw');
    const total = Math.max(progress.judged + progress.remaining, judged);
    showNext(tasks, { setAside, judged, total });
  };

  const undoStep = async (): Promise<Step | undefined> => {
    const step = steps.pop();
    // What is on its way would make the answer of the server an old one.
    if (step !== undefined || outbox.list().length > 0) return step;
    // After a reload nothing is remembered here, but the server knows what was judged last.
    const [assignment] = await client.listAssignments({
      parameters: { evaluation_id: evaluationId },
      query: { status: 'judged', limit: 1 },
    });
    return assignment === undefined
      ? undefined
      : { kind: 'judged', task: { assignment, previous: submissionOf(assignment) } };
  };

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    view: () => view,
    start: () => {
      isStopped = false;
      const wake = () => void work();
      addEventListener('online', wake);
      void work();
      return () => {
        isStopped = true;
        clearTimeout(timer);
        removeEventListener('online', wake);
      };
    },
    judge: (submission) => {
      const [task, ...rest] = view.tasks;
      if (task === undefined) return;
      say({ kind: 'judge', assignmentId: task.assignment.id, submission });
      steps.push({ kind: 'judged', task: { ...task, previous: submission } });
      skipped.delete(task.assignment.id);
      showNext(rest, {
        judged: view.judged + 1,
        timesMs: [...view.timesMs, submission.time_taken_ms ?? 0],
      });
    },
    skip: () => {
      const [task, ...rest] = view.tasks;
      if (task === undefined) return;
      say({ kind: 'skip', assignmentId: task.assignment.id });
      steps.push({ kind: 'skipped', task });
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
    lookAgain: () => {
      isDry = false;
      showNext(view.tasks);
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
