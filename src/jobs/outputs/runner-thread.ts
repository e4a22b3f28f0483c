import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { RunnerNews } from '../../operations/context.ts';
import type { KeySettings } from '../../operations/system/open-vault.ts';
import type { CallingRules } from '../../outbound/calling-rules.ts';
import type { TracingSettings } from '../../outbound/span-sender.ts';
import type { Db } from '../../storage/database.ts';
import type { ThreadAccess } from '../../storage/engines/thread-access.ts';
import { listActiveSources } from '../../storage/outputs/generation-cells.ts';
import type { EngineKind } from '../../storage/statement.ts';
import { breakOff } from './break-off.ts';
import type { Share } from './lane.ts';
import { Membership } from './membership.ts';
import { RepeatedWork } from './repeated-work.ts';
import type { FromRunner, RunnerData, ToRunner } from './runner-messages.ts';
import type { Stall } from './stall.ts';

export interface RunnerThreadParts {
  readonly engine: EngineKind;
  readonly openDb: () => Db;
  readonly newId: () => string;
  readonly clock: () => number;
  readonly random: () => number;
  /** The thread's own access to the database. */
  readonly access: () => ThreadAccess;
  readonly keys: KeySettings;
  readonly rules: CallingRules;
  /** Absent: no traces are collected. */
  readonly tracing?: TracingSettings | undefined;
  /** Subscribes to prepared or changed runs; returns how to unsubscribe. */
  readonly onNews: (news: RunnerNews, callBack: () => void) => () => void;
  readonly announce: (evaluationId: string) => void;
  /** How a call ended: answered, or the code of its failure. */
  readonly onCall: (outcome: string) => void;
  readonly onStall: (stall: Stall) => void;
  readonly onError: (error: unknown) => void;
  /** The thread ends after this long without work. */
  readonly idleMs?: number;
}

const IDLE_MS = 60_000;
const LOOK_MS = 1_000;
/** Longer than the runner waits for its calls. */
const STOP_MS = 10_000;
/** How long an unreachable database may delay the end of the process. */
const SIGN_OFF_MS = 15_000;
const NOT_SIGNED_OFF =
  'This process could not sign off from the database. Other processes take over the outputs that it had claimed after 10 seconds.';
const ENTRY = new URL('./runner-worker.js', import.meta.url);

/**
 * Keeps this process a member of those that generate outputs, and runs the runner in its own
 * thread, so that no request waits for it. The thread exists while there is work. If it dies, its
 * claimed cells are settled as broken off and a new thread starts.
 */
export class RunnerThread {
  readonly #parts: RunnerThreadParts;
  readonly #looks: RepeatedWork;
  #membership: Membership;
  #worker: Worker | undefined;
  #sentShare: Share | undefined;
  #hasLostThread = false;
  #isStopping = false;
  #timer: NodeJS.Timeout | undefined;
  #stopListening: () => void = () => undefined;

  constructor(parts: RunnerThreadParts) {
    this.#parts = parts;
    this.#membership = new Membership({ ...parts, workerId: parts.newId() });
    this.#looks = new RepeatedWork(() => this.#look(), parts.onError);
  }

  start(): void {
    const { onNews } = this.#parts;
    const stopListening = [
      onNews('preparation', () => this.#ensureThread()),
      onNews('change', () => {
        this.#send({ kind: 'change' });
        this.#looks.request();
      }),
    ];
    this.#stopListening = () => stopListening.forEach((stop) => stop());
    this.#timer = setInterval(() => this.#looks.request(), LOOK_MS).unref();
    this.#looks.request();
  }

  /** Gives running calls a moment to end; other processes take over cells that are not stored. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    this.#stopListening();
    const signedOff = this.#signOff().then(
      () => true,
      () => false,
    );
    const limit = wait(SIGN_OFF_MS, false, { ref: false });
    if (!(await Promise.race([signedOff, limit]))) this.#parts.onError(new Error(NOT_SIGNED_OFF));
  }

  async #signOff(): Promise<void> {
    await Promise.all([this.#looks.stop(), this.#endThread()]);
    await this.#membership.leave();
  }

  async #endThread(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    const giveUp = setTimeout(() => void worker.terminate(), STOP_MS);
    this.#send({ kind: 'stop' });
    await ended;
    clearTimeout(giveUp);
  }

  async #look(): Promise<void> {
    const { openDb } = this.#parts;
    await this.#replaceLostMembership();
    await this.#membership.renew();
    this.#sendShare();
    if (this.#worker !== undefined) {
      // A clock may be set while the thread runs.
      this.#send({ kind: 'clock', aheadMs: this.#aheadMs });
      return;
    }
    const sources = await listActiveSources(openDb());
    if (sources.length > 0) this.#ensureThread();
  }

  async #replaceLostMembership(): Promise<void> {
    if (!this.#hasLostThread) return;
    const { clock, newId } = this.#parts;
    const { workerId } = this.#membership;
    await breakOff({ ...this.#parts, workerId, now: clock() });
    await this.#membership.leave();
    this.#membership = new Membership({ ...this.#parts, workerId: newId() });
    this.#hasLostThread = false;
  }

  /** Called already while a run is prepared: a thread takes longer to start than a call takes. */
  #ensureThread(): void {
    if (this.#isStopping || this.#hasLostThread) return;
    this.#worker ??= this.#startThread();
    this.#sendShare();
  }

  #startThread(): Worker {
    const {
      access,
      keys,
      rules,
      tracing,
      announce,
      onCall,
      onStall,
      onError,
      idleMs = IDLE_MS,
    } = this.#parts;
    const { data, transfer } = access();
    const { workerId } = this.#membership;
    const settings = { keys, rules, tracing, workerId, idleMs, aheadMs: this.#aheadMs };
    const workerData: RunnerData = { access: data, ...settings };
    const worker = new Worker(ENTRY, { workerData, transferList: [...transfer] });
    worker.unref();
    worker.on('message', (message: FromRunner) => {
      switch (message.kind) {
        case 'progress':
          return announce(message.evaluationId);
        case 'call':
          return onCall(message.outcome);
        case 'stall':
          return onStall(message.stall);
        case 'error':
          return onError(message.error);
      }
    });
    worker.on('error', onError);
    worker.on('exit', (code) => this.#noteEnd(code));
    this.#sentShare = undefined;
    return worker;
  }

  #noteEnd(code: number): void {
    this.#worker = undefined;
    if (this.#isStopping) return;
    if (code === 0) {
      this.#looks.request();
      return;
    }
    // The next look starts another thread; at once, it might die as fast.
    this.#hasLostThread = true;
    this.#parts.onError(new Error(`The thread that generates outputs ended with code ${code}.`));
  }

  get #aheadMs(): number {
    return Date.now() - this.#parts.clock();
  }

  #sendShare(): void {
    const { share } = this.#membership;
    if (this.#worker === undefined || share === this.#sentShare) return;
    this.#sentShare = share;
    this.#send({ kind: 'share', share });
  }

  #send(message: ToRunner): void {
    this.#worker?.postMessage(message);
  }
}
