import { Worker } from 'node:worker_threads';
import type { CallingRules, GivenAnswer, GivenCall } from './answer-calls.ts';
import { brokenOff, type Caller, type SourceAnswer, type SourceCall } from './call-source.ts';

export interface ThreadCallerOptions {
  readonly rules: CallingRules;
  /** Told when a thread ended that nobody asked to end. */
  readonly onCrash: (error: Error) => void;
  readonly idleMs?: number;
  /** Where the thread begins, when it is not the usual place. */
  readonly entry?: URL;
}

const IDLE_MS = 60_000;
const ENTRY = new URL('./calling-worker.js', import.meta.url);

/**
 * Makes calls in a thread of their own, so that nobody who is served here waits for them. The thread
 * is there while it is needed. If it dies, what was under way counts as broken off, and the next
 * call gets a new one.
 */
export class ThreadCaller implements Caller {
  readonly #options: ThreadCallerOptions;
  #thread: CallingThread | undefined;
  #isClosed = false;

  constructor(options: ThreadCallerOptions) {
    this.#options = options;
  }

  async call(call: SourceCall): Promise<SourceAnswer> {
    if (this.#isClosed) return brokenOff(0);
    this.#thread ??= this.#start();
    return this.#thread.call(call);
  }

  /** Calls are about to come: a thread takes longer to start than a call to be made. */
  getReady(): void {
    if (!this.#isClosed) this.#thread ??= this.#start();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread?.end();
  }

  #start(): CallingThread {
    const { rules, entry = ENTRY, idleMs = IDLE_MS, onCrash } = this.#options;
    const thread: CallingThread = new CallingThread(new Worker(entry, { workerData: rules }), {
      idleMs,
      onEnd: (crash) => {
        if (this.#thread === thread) this.#thread = undefined;
        if (crash !== undefined) onCrash(crash);
      },
    });
    return thread;
  }
}

interface ThreadLife {
  readonly idleMs: number;
  /** The thread takes no more calls. */
  readonly onEnd: (crash: Error | undefined) => void;
}

interface Waiting {
  readonly startedAt: number;
  readonly resolve: (answer: SourceAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** One thread from its start to its end. */
class CallingThread {
  readonly #worker: Worker;
  readonly #life: ThreadLife;
  readonly #waiting = new Map<number, Waiting>();
  readonly #idle: NodeJS.Timeout;
  #unsent: GivenCall[] = [];
  #nextId = 1;
  #hasEnded = false;

  constructor(worker: Worker, life: ThreadLife) {
    this.#worker = worker;
    this.#life = life;
    worker.unref();
    this.#idle = setTimeout(() => this.#endIfIdle(), life.idleMs).unref();
    worker.on('message', (answers: readonly GivenAnswer[]) => this.#receive(answers));
    worker.on('error', (error: Error) => this.#lose(error));
    worker.on('exit', (code) =>
      this.#lose(new Error(`The thread that calls sources ended with code ${code}.`)),
    );
  }

  call(call: SourceCall): Promise<SourceAnswer> {
    const id = this.#nextId;
    this.#nextId += 1;
    // A thread with work keeps the process alive, an idle one does not.
    if (this.#waiting.size === 0) this.#worker.ref();
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { startedAt: performance.now(), resolve, reject });
      this.#send({ id, call });
    });
  }

  async end(): Promise<void> {
    this.#lose(undefined);
    await this.#worker.terminate();
  }

  /** With all others that are made in the same turn: a message costs more than what is in it. */
  #send(call: GivenCall): void {
    this.#unsent.push(call);
    if (this.#unsent.length > 1) return;
    queueMicrotask(() => {
      this.#worker.postMessage(this.#unsent);
      this.#unsent = [];
    });
  }

  #receive(answers: readonly GivenAnswer[]): void {
    for (const given of answers) {
      const waiting = this.#waiting.get(given.id);
      this.#waiting.delete(given.id);
      if ('answer' in given) waiting?.resolve(given.answer);
      else waiting?.reject(new Error(`In the thread that calls sources: ${given.fault}`));
    }
    if (this.#waiting.size > 0) return;
    this.#worker.unref();
    this.#idle.refresh();
  }

  #endIfIdle(): void {
    if (this.#waiting.size === 0) void this.end();
  }

  #lose(crash: Error | undefined): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#idle);
    this.#life.onEnd(crash);
    const now = performance.now();
    for (const { startedAt, resolve } of this.#waiting.values()) {
      resolve(brokenOff(Math.round(now - startedAt)));
    }
    this.#waiting.clear();
  }
}
