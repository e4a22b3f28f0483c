import { Worker } from 'node:worker_threads';
import { Problem, type ProblemCode } from '../contract/problems.ts';

export type ThreadAnswer =
  | { readonly answer: unknown }
  | { readonly problem: { readonly code: ProblemCode; readonly detail: string } }
  | { readonly fault: string };

export interface PoolOptions {
  readonly entry: URL;
  readonly threads: number;
  /** Passed to a thread when it starts. */
  readonly data: unknown;
  /** A task that runs longer is given up, and its thread terminated. */
  readonly timeLimitMs: number;
  /** A thread without work for this long is ended. */
  readonly idleLimitMs: number;
  /** Called when a thread crashed or exceeded the time limit. */
  readonly onCrash: (error: Error) => void;
}

export interface ThreadPool<Job> {
  /** A free thread begins a job of an owner who has none running, if one is queued. */
  readonly run: (job: Job, owner: string) => Promise<unknown>;
  readonly figures: () => PoolFigures;
  /** Ends all threads; waiting jobs are refused. */
  readonly close: () => Promise<void>;
}

export interface PoolFigures {
  readonly done: number;
  readonly failed: number;
  /** Running or queued. */
  readonly waiting: number;
}

/** A few threads of one kind, started on demand and ended when idle. */
export function openThreadPool<Job>(options: PoolOptions): ThreadPool<Job> {
  const queue: Task<Job>[] = [];
  const members: Member<Job>[] = [];
  let isClosed = false;
  let done = 0;
  let failed = 0;

  /** Called whenever a task or a thread has become free. A thread has one task at a time. */
  const beginNext = (): void => {
    const isFirstOfOwner = ({ owner }: Task<Job>) =>
      members.every(({ task }) => task?.owner !== owner);
    const next = queue.find(isFirstOfOwner) ?? queue[0];
    if (next === undefined) return;
    const member = members.find(({ task }) => task === undefined) ?? startThread();
    if (member === undefined) return;
    queue.splice(queue.indexOf(next), 1);
    member.task = next;
    clearTimeout(member.timer);
    member.timer = setTimeout(() => {
      remove(member, new Error('A results thread exceeded its time limit.'));
      void member.worker.terminate();
    }, options.timeLimitMs);
    // A thread with work keeps the process alive, an idle one does not.
    member.worker.ref();
    member.worker.postMessage(next.job);
  };

  /** Undefined when there are as many as there may be. */
  const startThread = (): Member<Job> | undefined => {
    if (members.length >= options.threads) return undefined;
    const worker = new Worker(options.entry, { workerData: options.data });
    const member: Member<Job> = { worker, task: undefined, timer: undefined };
    members.push(member);
    worker.on('message', (answer: ThreadAnswer) => receive(member, answer));
    worker.on('error', (error: Error) => remove(member, error));
    worker.on('exit', (code) =>
      remove(member, new Error(`A results thread ended with code ${code}.`)),
    );
    return member;
  };

  const receive = (member: Member<Job>, answer: ThreadAnswer): void => {
    const { task } = member;
    if (task === undefined) return;
    rest(member);
    if ('answer' in answer) {
      done += 1;
      task.resolve(answer.answer);
    } else {
      failed += 1;
      task.reject(errorOf(answer));
    }
    beginNext();
  };

  const rest = (member: Member<Job>): void => {
    member.task = undefined;
    member.worker.unref();
    clearTimeout(member.timer);
    member.timer = setTimeout(() => {
      members.splice(members.indexOf(member), 1);
      void member.worker.terminate();
    }, options.idleLimitMs).unref();
  };

  /** Only the task that ran in the thread fails; those that wait run in another. */
  const remove = (member: Member<Job>, error: Error): void => {
    const at = members.indexOf(member);
    if (at < 0) return;
    members.splice(at, 1);
    clearTimeout(member.timer);
    if (member.task !== undefined) refuse(member.task);
    member.task = undefined;
    if (!isClosed) options.onCrash(error);
    beginNext();
  };

  const refuse = (task: Task<Job>): void => {
    failed += 1;
    task.reject(unavailable());
  };

  return {
    run: (job, owner) => {
      if (isClosed) return Promise.reject(unavailable());
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      queue.push({ job, owner, resolve, reject });
      beginNext();
      return promise;
    },
    figures: () => ({
      done,
      failed,
      waiting: queue.length + members.filter(({ task }) => task !== undefined).length,
    }),
    close: async () => {
      isClosed = true;
      for (const task of queue.splice(0)) refuse(task);
      await Promise.all(members.map(({ worker }) => worker.terminate()));
    },
  };
}

interface Task<Job> {
  readonly job: Job;
  readonly owner: string;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface Member<Job> {
  readonly worker: Worker;
  task: Task<Job> | undefined;
  /** Ends a thread whose task takes too long, or that has been idle for long. */
  timer: NodeJS.Timeout | undefined;
}

function errorOf(failed: Exclude<ThreadAnswer, { readonly answer: unknown }>): Error {
  if ('problem' in failed) return new Problem(failed.problem.code, failed.problem.detail);
  return new Error(`In a results thread: ${failed.fault}`);
}

function unavailable(): Problem {
  return new Problem('unavailable', 'The results could not be computed. Try again in a moment.');
}
