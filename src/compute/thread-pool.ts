import { Worker } from 'node:worker_threads';
import { Problem, type ProblemCode } from '../contract/problems.ts';

export interface ThreadTask<Job> {
  readonly id: number;
  readonly job: Job;
}

export type ThreadAnswer =
  | { readonly id: number; readonly answer: unknown }
  | {
      readonly id: number;
      readonly problem: { readonly code: ProblemCode; readonly detail: string };
    }
  | { readonly id: number; readonly fault: string };

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
  readonly run: (job: Job) => Promise<unknown>;
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
  const members: Member[] = [];
  let nextId = 1;
  let isClosed = false;
  let done = 0;
  let failed = 0;

  const pick = (): Member => {
    const free = members.find(({ waiting }) => waiting.size === 0);
    if (free !== undefined) return free;
    if (members.length < options.threads) return add();
    return members.reduce((least, member) =>
      member.waiting.size < least.waiting.size ? member : least,
    );
  };

  const add = (): Member => {
    const worker = new Worker(options.entry, { workerData: options.data });
    const idle = setTimeout(() => endIdle(member), options.idleLimitMs).unref();
    const member: Member = { worker, waiting: new Map(), idle };
    members.push(member);
    const remove = (error: Error): void => {
      const at = members.indexOf(member);
      if (at < 0) return;
      members.splice(at, 1);
      clearTimeout(member.idle);
      for (const { reject } of settle(member)) reject(unavailable());
      if (!isClosed) options.onCrash(error);
    };
    member.worker.on('message', (answer: ThreadAnswer) => receive(member, answer));
    member.worker.on('error', remove);
    member.worker.on('exit', (code) =>
      remove(new Error(`A results thread ended with code ${code}.`)),
    );
    member.worker.unref();
    return member;
  };

  const endIdle = (member: Member): void => {
    if (member.waiting.size > 0) {
      member.idle.refresh();
      return;
    }
    members.splice(members.indexOf(member), 1);
    void member.worker.terminate();
  };

  const send = (member: Member, job: Job): Promise<unknown> => {
    const id = nextId;
    nextId += 1;
    const answer = new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const [running] = member.waiting.keys();
        // Tasks before it take long, each within its own limit.
        if (running === id) void member.worker.terminate();
        else timer.refresh();
      }, options.timeLimitMs);
      member.waiting.set(id, { resolve, reject, timer });
      member.idle.refresh();
      // A thread with work keeps the process alive, an idle one does not.
      member.worker.ref();
      const task: ThreadTask<Job> = { id, job };
      member.worker.postMessage(task);
    });
    return answer.then(
      (value) => {
        done += 1;
        return value;
      },
      (error: unknown) => {
        failed += 1;
        throw error;
      },
    );
  };

  return {
    run: (job) => (isClosed ? Promise.reject(unavailable()) : send(pick(), job)),
    figures: () => ({
      done,
      failed,
      waiting: members.reduce((sum, { waiting }) => sum + waiting.size, 0),
    }),
    close: async () => {
      isClosed = true;
      await Promise.all(members.map(({ worker }) => worker.terminate()));
    },
  };
}

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

interface Member {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
  readonly idle: NodeJS.Timeout;
}

function receive(member: Member, answer: ThreadAnswer): void {
  const waiting = member.waiting.get(answer.id);
  if (waiting === undefined) return;
  clearTimeout(waiting.timer);
  member.waiting.delete(answer.id);
  // The next task begins only now.
  for (const { timer } of member.waiting.values()) timer.refresh();
  if (member.waiting.size === 0) member.worker.unref();
  if ('answer' in answer) waiting.resolve(answer.answer);
  else waiting.reject(errorOf(answer));
}

function errorOf(failed: Exclude<ThreadAnswer, { readonly answer: unknown }>): Error {
  if ('problem' in failed) return new Problem(failed.problem.code, failed.problem.detail);
  return new Error(`In a results thread: ${failed.fault}`);
}

function settle({ waiting }: Member): readonly Waiting[] {
  const all = [...waiting.values()];
  for (const { timer } of all) clearTimeout(timer);
  waiting.clear();
  return all;
}

function unavailable(): Problem {
  return new Problem('unavailable', 'The results could not be computed. Try again in a moment.');
}
