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
  /** The thread's own way to the database. */
  readonly access: () => ThreadAccess;
  readonly keys: KeySettings;
  readonly rules: CallingRules;
  /** Absent: no traces are collected. */
  readonly tracing?: TracingSettings | undefined;
  /** Calls back when a run is prepared or changed. */
  readonly onNews: (news: RunnerNews, callBack: () => void) => () => void;
  readonly announce: (evaluationId: string) => void;
  /** How a call ended: answered, or the code of its failure. */
  readonly onCall: (outcome: string) => void;
  readonly onStall: (stall: Stall) => void;
  readonly onError: (error: unknown) => void;
  /** After so long without work the thread ends. */
  readonly idleMs?: number;
}

const IDLE_MS = 60_000;
const LOOK_MS = 1_000;
/** Longer than the runner lets calls end. */
const STOP_MS = 10_000;
/** A database that is away is not waited for. */
const SIGN_OFF_MS = 15_000;
const NOT_SIGNED_OFF =
  'This process could not tell the database that it ends. Others take over the outputs that it had claimed after 10 seconds.';
const ENTRY = new URL('./runner-worker.js', import.meta.url);

/**
 * Keeps this process among those that make outputs, and the runner in a thread of its own, so that
 * no request of this process waits for it. The thread is there while there is work. If it dies, what it
 * had claimed counts as broken off, and another one begins.
 */
export class RunnerThread {
  readonly #parts: RunnerThreadParts;
  readonly #looking: RepeatedWork;
  #membership: Membership;
  #worker: Worker | undefined;
  #toldShare: Share | undefined;
  #hasLostThread = false;
  #isStopping = false;
  #timer: NodeJS.Timeout | undefined;
  #stopListening: () => void = () => undefined;

  constructor(parts: RunnerThreadParts) {
    this.#parts = parts;
    this.#membership = new Membership({ ...parts, workerId: parts.newId() });
    this.#looking = new RepeatedWork(() => this.#look(), parts.onError);
  }

  start(): void {
    const { onNews } = this.#parts;
    const stopListening = [
      onNews('preparation', () => this.#getReady()),
      onNews('change', () => {
        this.#tell({ kind: 'change' });
        this.#looking.ask();
      }),
    ];
    this.#stopListening = () => stopListening.forEach((stop) => stop());
    this.#timer = setInterval(() => this.#looking.ask(), LOOK_MS).unref();
    this.#looking.ask();
  }

  /** Lets calls that are under way end for a while; what is not stored then waits for others. */
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
    await Promise.all([this.#looking.stop(), this.#endThread()]);
    await this.#membership.leave();
  }

  async #endThread(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    const giveUp = setTimeout(() => void worker.terminate(), STOP_MS);
    this.#tell({ kind: 'stop' });
    await ended;
    clearTimeout(giveUp);
  }

  async #look(): Promise<void> {
    const { openDb } = this.#parts;
    await this.#giveUpLost();
    await this.#membership.renew();
    this.#tellShare();
    if (this.#worker !== undefined) return;
    const sources = await listActiveSources(openDb());
    if (sources.length > 0) this.#getReady();
  }

  async #giveUpLost(): Promise<void> {
    if (!this.#hasLostThread) return;
    const { clock, newId } = this.#parts;
    const { workerId } = this.#membership;
    await breakOff({ ...this.#parts, workerId, now: clock() });
    await this.#membership.leave();
    this.#membership = new Membership({ ...this.#parts, workerId: newId() });
    this.#hasLostThread = false;
  }

  /** A thread takes longer to start than a call to be made. */
  #getReady(): void {
    if (this.#isStopping || this.#hasLostThread) return;
    this.#worker ??= this.#startThread();
    this.#tellShare();
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
    const aheadMs = Date.now() - this.#parts.clock();
    const settings = { keys, rules, tracing, workerId, idleMs, aheadMs };
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
    this.#toldShare = undefined;
    return worker;
  }

  #noteEnd(code: number): void {
    this.#worker = undefined;
    if (this.#isStopping) return;
    if (code === 0) {
      this.#looking.ask();
      return;
    }
    // Not at once: another thread might die as fast.
    this.#hasLostThread = true;
    this.#parts.onError(new Error(`The thread that makes outputs ended with code ${code}.`));
  }

  #tellShare(): void {
    const { share } = this.#membership;
    if (this.#worker === undefined || share === this.#toldShare) return;
    this.#toldShare = share;
    this.#tell({ kind: 'share', share });
  }

  #tell(message: ToRunner): void {
    this.#worker?.postMessage(message);
  }
}
