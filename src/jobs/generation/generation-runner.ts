import { setTimeout as wait } from 'node:timers/promises';
import { FAILURES } from '../../domain/generation/failure-codes.ts';
import { returnUnbegun } from '../../operations/generation/return-unbegun.ts';
import { settleRun } from '../../operations/generation/settle-run.ts';
import type { Caller } from '../../outbound/call-source.ts';
import type { Vault } from '../../outbound/secrets.ts';
import type { Db } from '../../storage/database.ts';
import { type ActiveSource, listActiveSources } from '../../storage/generation-cells.ts';
import { answerCell, failedCell } from './answer-cell.ts';
import { Claims } from './claims.ts';
import { type Job, Lane, type Share, shareOf } from './lane.ts';
import { RepeatedWork } from './repeated-work.ts';
import { SettleQueue } from './settle-queue.ts';

export interface RunnerParts {
  readonly openDb: () => Db;
  readonly workerId: string;
  readonly vault: Vault;
  readonly caller: Caller;
  readonly clock: () => number;
  readonly random: () => number;
  readonly announce: (evaluationId: string) => void;
  readonly onError: (error: unknown) => void;
  /** Called when there has been nothing to do for so long. */
  readonly onIdle: () => void;
  readonly idleMs: number;
}

/** Calls at once, over all lanes of this process. */
const MOST_CALLS = 64;
/** More answers than this wait for the database: it cannot keep up, and no calls are begun. */
const MOST_UNSETTLED = 512;
/** Retries come due, and hints may be lost. */
const LOOK_MS = 1_000;
/** What is under way when the process is told to stop may end. */
const GRACE_MS = 5_000;

/** Makes the outputs that runs wait for, within this process's part of the limits of each lane. */
export class GenerationRunner {
  readonly #parts: RunnerParts;
  readonly #lanes = new Map<string, Lane>();
  readonly #calls = new Set<Promise<void>>();
  readonly #settling: SettleQueue;
  readonly #claims: Claims;
  readonly #looking: RepeatedWork;
  #turn = 0;
  #isPumpDue = false;
  #share: Share | undefined;
  #busyAt = performance.now();
  #isStopping = false;
  #timer: NodeJS.Timeout | undefined;
  #pumpTimer: NodeJS.Timeout | undefined;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
    this.#settling = new SettleQueue({
      settle: async (settlement) => {
        const { workerId, clock, openDb, announce } = parts;
        await settleRun(openDb(), { ...settlement, workerId, now: clock() });
        announce(settlement.evaluationId);
      },
      onError: parts.onError,
    });
    this.#claims = new Claims({
      ...parts,
      settle: (source, cell) => this.#settling.add(source, cell),
    });
    this.#looking = new RepeatedWork(() => this.#lookForWork(), parts.onError);
  }

  start(): void {
    this.#timer = setInterval(() => this.#looking.ask(), LOOK_MS);
    this.#looking.ask();
  }

  /** Undefined while the others have not made room yet: nothing is begun. */
  takeShare(share: Share | undefined): void {
    this.#share = share;
    this.#looking.ask();
  }

  /** Somebody changed a run, and may have mended what did not work. */
  noteChange(): void {
    this.#claims.forget();
    this.#looking.ask();
  }

  /** Lets calls that are under way end for a while; what is not stored then waits for others. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    clearTimeout(this.#pumpTimer);
    await this.#looking.stop();
    const ended = Promise.all(this.#calls).then(() => this.#settling.drained());
    const grace = new AbortController();
    await Promise.race([ended, wait(GRACE_MS, undefined, { signal: grace.signal })]);
    grace.abort();
    this.#settling.giveUp();
    await this.#parts.caller.close();
  }

  async #lookForWork(): Promise<void> {
    const sources = await listActiveSources(this.#parts.openDb());
    this.#noteIdleness(sources);
    await this.#returnEnded(sources);
    for (const [key, own] of Map.groupBy(sources, laneKey)) {
      const lane = this.#lanes.get(key) ?? new Lane();
      this.#lanes.set(key, lane);
      await this.#fill(lane, own);
    }
    const now = performance.now();
    for (const [key, lane] of this.#lanes) if (lane.isForgettable(now)) this.#lanes.delete(key);
  }

  #noteIdleness(sources: readonly ActiveSource[]): void {
    const now = performance.now();
    const isBusy = sources.length > 0 || this.#calls.size > 0 || this.#settling.size > 0;
    if (isBusy) this.#busyAt = now;
    else if (now - this.#busyAt > this.#parts.idleMs) this.#parts.onIdle();
  }

  /** Runs that were paused, cancelled, closed or deleted. */
  async #returnEnded(sources: readonly ActiveSource[]): Promise<void> {
    const active = new Set(sources.map(sourceKey));
    for (const lane of this.#lanes.values()) {
      const ended = lane.remove(({ source }) => !active.has(sourceKey(source)));
      for (const [, jobs] of Map.groupBy(ended, ({ source }) => sourceKey(source))) {
        await this.#return(jobs);
      }
    }
  }

  async #return(jobs: readonly Job[]): Promise<void> {
    const { openDb, workerId, announce } = this.#parts;
    const [{ source } = {}] = jobs;
    if (source === undefined) return;
    const scenarioIds = jobs.map(({ cell }) => cell.scenarioId);
    await returnUnbegun(openDb(), { ...source, workerId, scenarioIds });
    announce(source.evaluationId);
  }

  async #fill(lane: Lane, sources: readonly ActiveSource[]): Promise<void> {
    if (this.#share === undefined) return;
    this.#turn += 1;
    for (const source of inTurn(sources, this.#turn)) {
      const loaded = await this.#claims.load(source);
      const { maxConcurrent, requestsPerMinute } = loaded.limits;
      lane.setLimits({
        maxConcurrent: shareOf(Math.min(maxConcurrent, MOST_CALLS), this.#share),
        requestsPerMinute: requestsPerMinute === null ? null : requestsPerMinute / this.#share.of,
      });
      if (!lane.isRunningLow || this.#isStopping) return;
      lane.add(await this.#claims.take(source, { loaded, limit: lane.wanted }));
      this.#pump();
    }
  }

  /** Soon, so that calls that end together are followed by calls that are handed over together. */
  #pumpSoon(): void {
    if (this.#isPumpDue) return;
    this.#isPumpDue = true;
    setImmediate(() => {
      this.#isPumpDue = false;
      this.#pump();
    });
  }

  /** Begins whatever may begin. */
  #pump(): void {
    clearTimeout(this.#pumpTimer);
    const now = performance.now();
    let next = Number.POSITIVE_INFINITY;
    for (const lane of this.#lanes.values()) {
      while (this.#hasRoom()) {
        const job = lane.begin(now);
        if (job === undefined) break;
        this.#begin(lane, job);
      }
      next = Math.min(next, lane.waitsUntil(now) ?? next);
    }
    if (next < Number.POSITIVE_INFINITY && !this.#isStopping) {
      this.#pumpTimer = setTimeout(() => this.#pump(), Math.ceil(next - now));
    }
  }

  #hasRoom(): boolean {
    return (
      !this.#isStopping && this.#calls.size < MOST_CALLS && this.#settling.size < MOST_UNSETTLED
    );
  }

  #begin(lane: Lane, job: Job): void {
    const call = this.#answer(lane, job).finally(() => {
      this.#calls.delete(call);
      lane.end();
      this.#pumpSoon();
      if (lane.isRunningLow) this.#looking.ask();
    });
    this.#calls.add(call);
  }

  async #answer(lane: Lane, job: Job): Promise<void> {
    const { source, cell } = job;
    try {
      const { settled, answer } = await answerCell(job, this.#parts);
      if (answer.outcome === 'failed' && answer.code === 'rate_limited') {
        lane.rest(performance.now() + settled.delayMs);
      }
      this.#settling.add(source, settled);
    } catch (error) {
      this.#parts.onError(error);
      const fault = { code: 'broken_off', message: FAILURES.broken_off } as const;
      this.#settling.add(source, failedCell(source, cell, fault));
    }
  }
}

function laneKey({ workspaceId, kind, baseId, providerId }: ActiveSource): string {
  return kind === 'base'
    ? `${workspaceId} base ${baseId}`
    : `${workspaceId} provider ${providerId}`;
}

function sourceKey({ evaluationId, variant, startedAt }: ActiveSource): string {
  return `${evaluationId} ${variant} ${startedAt}`;
}

/** Begins with another one each time, so that nobody waits for all of another's cells. */
function inTurn(sources: readonly ActiveSource[], turn: number): readonly ActiveSource[] {
  const first = turn % sources.length;
  return [...sources.slice(first), ...sources.slice(0, first)];
}
