import type { Assignment, JudgementSubmission } from '../../contract/judging/assignments.ts';
import type { Brief } from './brief.ts';
import type { Message } from './message.ts';

/** A task on the screen, with the judgement that its annotator withdrew, if they did. */
export interface Task {
  readonly assignment: Assignment;
  readonly previous: JudgementSubmission | undefined;
}

/** An action of the annotator that can be undone. */
export interface Step {
  readonly kind: 'judged' | 'skipped';
  readonly task: Task;
}

export interface JudgeState {
  /** `barred`: the annotator is not allowed to judge at the moment. */
  readonly phase: 'loading' | 'judging' | 'waiting' | 'done' | 'closed' | 'barred';
  /** The first one is on the screen; the others wait, so the next is painted at once. */
  readonly tasks: readonly Task[];
  readonly judged: number;
  /** The annotator's own share: the judged tasks and those left for them. */
  readonly total: number;
  /** Skipped tasks that the server handed out again, until the annotator revisits them. */
  readonly setAside: readonly Task[];
  readonly steps: readonly Step[];
  readonly skipped: ReadonlySet<string>;
  readonly hasNoMoreTasks: boolean;
  /** Why judgements cannot be sent; null while they can. */
  readonly trouble: unknown;
  /** Why the annotator may not judge; null while they may. */
  readonly barrier: unknown;
  readonly timesMs: readonly number[];
}

export type JudgeEvent =
  | { readonly kind: 'judged'; readonly submission: JudgementSubmission }
  | { readonly kind: 'skipped' }
  | { readonly kind: 'flagged'; readonly assignmentId: string; readonly reason: string }
  | { readonly kind: 'undone'; readonly step: Step }
  | { readonly kind: 'forgotten' }
  | { readonly kind: 'revisited' }
  | { readonly kind: 'looked again' }
  | { readonly kind: 'received'; readonly reply: Received }
  | { readonly kind: 'share counted'; readonly progress: Brief['progress'] }
  | { readonly kind: 'refused'; readonly why: 'closed' | 'barred'; readonly error: unknown }
  | { readonly kind: 'done in another tab'; readonly message: Message }
  | { readonly kind: 'troubled'; readonly trouble: unknown };

/** The server's answer together with the messages this browser has not sent yet. */
export interface Received {
  readonly assignments: readonly Assignment[];
  readonly progress: { readonly judged: number };
  /** All messages in the outbox. */
  readonly kept: readonly Message[];
  /** Those that the server has not counted. */
  readonly uncounted: readonly Message[];
  /** How many messages are not sent yet. */
  readonly pending: number;
}

/** The task on the screen and two more: with fewer, the next one might not be painted at once. */
export const MIN_TASKS = 3;

/** Tasks per request: enough to continue judging without a connection. */
export const TASKS_AHEAD = 20;

export const BEGINNING: JudgeState = {
  phase: 'loading',
  tasks: [],
  judged: 0,
  total: 0,
  setAside: [],
  steps: [],
  skipped: new Set(),
  hasNoMoreTasks: false,
  trouble: null,
  barrier: null,
  timesMs: [],
};

/** Continues with kept tasks, without those that have unsent messages. */
export function resumeJudging(
  { tasks, judged, total }: Pick<JudgeState, 'tasks' | 'judged' | 'total'>,
  unsent: readonly Message[],
): JudgeState {
  const known = idsOf(unsent);
  const left = tasks.filter(({ assignment }) => !known.has(assignment.id));
  return withTasks({ ...BEGINNING, judged, total }, left);
}

/** The state after an event. */
export function reduceJudging(state: JudgeState, event: JudgeEvent): JudgeState {
  switch (event.kind) {
    case 'judged':
      return judge(state, event.submission);
    case 'skipped':
      return skip(state);
    case 'flagged':
      return flag(state, event);
    case 'undone':
      return undo(state, event.step);
    case 'forgotten':
      return { ...state, steps: state.steps.slice(0, -1) };
    case 'revisited': {
      const tasks = [...state.tasks, ...state.setAside];
      return withTasks({ ...state, skipped: new Set(), setAside: [] }, tasks);
    }
    case 'looked again':
      return withTasks({ ...state, hasNoMoreTasks: false, trouble: null }, state.tasks);
    case 'received':
      return receive(state, event.reply);
    case 'share counted': {
      const { judged, skipped, remaining } = event.progress;
      return { ...state, total: Math.max(judged + skipped + remaining, countHere(state)) };
    }
    case 'refused':
      return {
        ...state,
        phase: event.why,
        tasks: [],
        hasNoMoreTasks: true,
        barrier: event.why === 'barred' ? event.error : state.barrier,
      };
    case 'done in another tab':
      return follow(state, event.message);
    case 'troubled':
      return { ...state, trouble: event.trouble };
  }
}

function judge(state: JudgeState, submission: JudgementSubmission): JudgeState {
  const [task, ...rest] = state.tasks;
  if (task === undefined) return state;
  const step: Step = { kind: 'judged', task: { ...task, previous: submission } };
  const next = {
    ...state,
    steps: [...state.steps, step],
    skipped: without(state.skipped, task),
    hasNoMoreTasks: false,
    judged: state.judged + 1,
    timesMs: [...state.timesMs, submission.time_taken_ms ?? 0],
  };
  return withTasks(next, rest);
}

function skip(state: JudgeState): JudgeState {
  const [task, ...rest] = state.tasks;
  if (task === undefined) return state;
  const next = {
    ...state,
    steps: [...state.steps, { kind: 'skipped', task } as const],
    skipped: new Set([...state.skipped, task.assignment.id]),
    hasNoMoreTasks: false,
  };
  return withTasks(next, rest);
}

function flag(
  state: JudgeState,
  { assignmentId, reason }: { readonly assignmentId: string; readonly reason: string },
): JudgeState {
  const index = state.tasks.findIndex(({ assignment }) => assignment.id === assignmentId);
  const task = state.tasks[index];
  // It was judged in another tab.
  if (task === undefined) return state;
  const flagged = { ...task, assignment: { ...task.assignment, flag: reason } };
  return withTasks({ ...state, hasNoMoreTasks: false }, state.tasks.with(index, flagged));
}

function undo(state: JudgeState, { kind, task }: Step): JudgeState {
  const isOther = ({ assignment }: Task) => assignment.id !== task.assignment.id;
  const next = {
    ...state,
    // The server may have handed out the skipped task again before its skip was undone.
    setAside: state.setAside.filter(isOther),
    skipped: without(state.skipped, task),
    hasNoMoreTasks: kind === 'judged' ? false : state.hasNoMoreTasks,
    judged: state.judged - (kind === 'judged' ? 1 : 0),
  };
  return withTasks(next, [task, ...state.tasks.filter(isOther)]);
}

function receive(state: JudgeState, reply: Received): JudgeState {
  const { assignments, progress, kept, uncounted, pending } = reply;
  const known = new Set([...idsOf(kept), ...state.tasks.map(({ assignment }) => assignment.id)]);
  const fresh = assignments
    .filter(({ id }) => !known.has(id))
    .map((assignment) => ({ assignment, previous: undefined }));
  const setAside = fresh.filter(({ assignment }) => state.skipped.has(assignment.id));
  const tasks = [...state.tasks, ...fresh.filter((task) => !setAside.includes(task))];
  const judged = progress.judged + countOf(uncounted, 'judge') - countOf(uncounted, 'withdraw');
  const next = {
    ...state,
    setAside,
    judged,
    hasNoMoreTasks: tasks.length < MIN_TASKS && pending === 0,
  };
  return withTasks(next, tasks);
}

/** Tasks that the annotator judged in another tab are not shown here again. */
function follow(state: JudgeState, { kind, assignmentId }: Message): JudgeState {
  if (kind === 'flag') return state;
  const isOther = ({ assignment }: Task) => assignment.id !== assignmentId;
  const next = {
    ...state,
    steps: state.steps.filter(({ task }) => isOther(task)),
    judged: state.judged + (kind === 'judge' ? 1 : kind === 'withdraw' ? -1 : 0),
  };
  if (kind === 'withdraw') return next;
  const setAside = state.setAside.filter(isOther);
  return withTasks({ ...next, setAside, hasNoMoreTasks: false }, state.tasks.filter(isOther));
}

function withTasks(state: JudgeState, tasks: readonly Task[]): JudgeState {
  const phase = tasks.length > 0 ? 'judging' : state.hasNoMoreTasks ? 'done' : 'waiting';
  const next = { ...state, phase, tasks } as const;
  // When done, the share is exactly the tasks here; before, it is at least these.
  return {
    ...next,
    total: phase === 'done' ? countHere(next) : Math.max(state.total, countHere(next)),
  };
}

function countHere({ judged, tasks, setAside }: JudgeState): number {
  return judged + tasks.length + setAside.length;
}

function without(ids: ReadonlySet<string>, { assignment }: Task): ReadonlySet<string> {
  return new Set([...ids].filter((id) => id !== assignment.id));
}

/** Tasks with an unsent judgement, skip or withdrawal. */
function idsOf(messages: readonly Message[]): ReadonlySet<string> {
  return new Set(
    messages.filter(({ kind }) => kind !== 'flag').map(({ assignmentId }) => assignmentId),
  );
}

function countOf(messages: readonly Message[], kind: Message['kind']): number {
  return messages.filter((message) => message.kind === kind).length;
}
