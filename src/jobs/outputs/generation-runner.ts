import { setTimeout as wait } from 'node:timers/promises';
import { FAILURES } from '../../domain/outputs/failure-codes.ts';
import { returnUnbegun } from '../../operations/outputs/parts/return-unbegun.ts';
import { settleRun } from '../../operations/outputs/parts/settle-run.ts';
import type { Caller } from '../../outbound/call-source.ts';
import type { Vault } from '../../outbound/secrets.ts';
import type { Db } from '../../storage/database.ts';
import { type ActiveSource, listActiveSources } from '../../storage/outputs/generation-cells.ts';
import { listClaimed } from '../../storage/outputs/generation-workers.ts';
import { answerCell, failedCell } from './answer-cell.ts';
import { Claims } from './claims.ts';
import { type Job, type Lane, type Share, shareOf } from './lane.ts';
import { MAX_CALLS, Pump } from './pump.ts';
import { RepeatedWork } from './repeated-work.ts';
import { SettleQueue } from './settle-queue.ts';
import type { Stall } from './stall.ts';

export interface RunnerParts {
  readonly openDb: () => Db;
  readonly workerId: string;
  readonly vault: Vault;
  readonly caller: Caller;
  readonly clock: () => number;
  readonly random: () => number;
  readonly announce: (evaluationId: string) => void;
  /** How a call ended: answered, or the code of its failure. */
  readonly onCall: (outcome: string) => void;
  readonly onStall: (stall: Stall) => void;
  readonly onError: (error: unknown) => void;
  /** Called when there was no work for `idleMs`. */
  readonly onIdle: () => void;
  readonly idleMs: number;
}

/** With more unsettled answers than this the database cannot keep up, so no calls begin. */
const MAX_UNSETTLED = 512;
/** Because retries fall due, and notifications may be lost. */
const LOOK_MS = 1_000;
/** A lane that does nothing for this long is stuck. */
const STALL_MS = 30_000;
/** How long running calls may take to finish when the process stops. */
const GRACE_MS = 5_000;

/**
 * Generates the outputs of running runs, within this process's share of each lane's limits. What
 * wakes what: decision 0016.
 */
export class GenerationRunner {
  readonly #parts: RunnerParts;
  readonly #pump: Pump;
  readonly #settleQueue: SettleQueue;
  readonly #claims: Claims;
  readonly #looks: RepeatedWork;
  #share: Share | undefined;
  #busyAt = performance.now();
  /** When this process last compared its claims with the database. */
  #agreedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
    this.#settleQueue = new SettleQueue({
      settle: async (settlement) => {
        const { workerId, clock, openDb, announce } = parts;
        await settleRun(openDb(), { ...settlement, workerId, now: clock() });
        announce(settlement.evaluationId);
      },
      onStored: () => this.#pump.wake(),
      onError: parts.onError,
    });
    this.#pump = new Pump({
      answer: (job, lane) => this.#answer(job, lane),
      mayBegin: () => this.#share !== undefined && this.#settleQueue.size < MAX_UNSETTLED,
      onRunningLow: () => this.#looks.request(),
    });
    this.#claims = new Claims({
      ...parts,
      settle: (source, cell) => this.#settleQueue.add(source, cell),
    });
    this.#looks = new RepeatedWork(() => this.#look(), parts.onError);
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#restartStuck();
      this.#looks.request();
    }, LOOK_MS);
    this.#looks.request();
  }

  /** Undefined until other processes have made room: no calls begin. */
  takeShare(share: Share | undefined): void {
    // A worker that lost its membership may have lost its claims with it.
    if (share === undefined) this.#agreedAt = Number.NEGATIVE_INFINITY;
    this.#share = share;
    this.#looks.request();
  }

  /** Called when a run was changed. */
  noteChange(): void {
    this.#looks.request();
  }

  /** Gives running calls a moment to end; other processes take over cells that are not stored. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#share = undefined;
    const called = this.#pump.stop();
    await this.#looks.stop();
    const ended = called.then(() => this.#settleQueue.drained());
    const grace = new AbortController();
    await Promise.race([ended, wait(GRACE_MS, undefined, { signal: grace.signal })]);
    grace.abort();
    this.#settleQueue.giveUp();
    await this.#parts.caller.close();
  }

  async #look(): Promise<void> {
    try {
      await this.#lookForWork();
    } catch (error) {
      // The database may have claimed cells although its answer was lost.
      this.#agreedAt = Number.NEGATIVE_INFINITY;
      throw error;
    } finally {
      this.#pump.wake();
    }
  }

  async #lookForWork(): Promise<void> {
    const sources = await listActiveSources(this.#parts.openDb());
    this.#noteIdleness(sources);
    if (performance.now() - this.#agreedAt > STALL_MS) await this.#agreeOnClaims();
    // Returns cells of runs that were paused, retried, canceled, closed or deleted.
    const active = new Set(sources.map(sourceKey));
    await this.#return(this.#pump.remove(({ source }) => !active.has(sourceKey(source))));
    const failures: unknown[] = [];
    for (const [key, laneSources] of Map.groupBy(sources, laneKey)) {
      // A lane that cannot be filled must not stop the others.
      await this.#fill(this.#pump.lane(key), laneSources).catch((error) => failures.push(error));
    }
    this.#pump.forgetIdle(performance.now());
    if (failures.length > 0) throw failures[0];
  }

  #noteIdleness(sources: readonly ActiveSource[]): void {
    const now = performance.now();
    const isBusy = sources.length > 0 || this.#pump.size > 0 || this.#settleQueue.size > 0;
    if (isBusy) this.#busyAt = now;
    else if (now - this.#busyAt > this.#parts.idleMs) this.#parts.onIdle();
  }

  /**
   * Compares claims with the database. Cells claimed in a lost answer, which this worker does not
   * know, are returned; cells that other workers claimed meanwhile are not begun.
   */
  async #agreeOnClaims(): Promise<void> {
    const { openDb, workerId } = this.#parts;
    const claimed = await listClaimed(openDb(), workerId);
    const claims = new Set(claimed.map(claimKey));
    this.#pump.remove((job) => !claims.has(claimKey(claimOf(job))));
    const knownKeys = new Set(
      [...this.#pump.jobs.map(claimOf), ...this.#settleQueue.cells].map(claimKey),
    );
    await this.#returnCells(claimed.filter((claim) => !knownKeys.has(claimKey(claim))));
    this.#agreedAt = performance.now();
  }

  #return(jobs: readonly Job[]): Promise<void> {
    return this.#returnCells(jobs.map((job) => ({ ...job.source, ...claimOf(job) })));
  }

  async #returnCells(cells: readonly UnbegunCell[]): Promise<void> {
    const { openDb, workerId, announce } = this.#parts;
    const bySource = Map.groupBy(cells, (cell) => `${cell.evaluationId} ${cell.variant}`);
    for (const sourceCells of bySource.values()) {
      const [first] = sourceCells;
      if (first === undefined) continue;
      const scenarioIds = sourceCells.map(({ scenarioId }) => scenarioId);
      await returnUnbegun(openDb(), { ...first, workerId, scenarioIds });
      announce(first.evaluationId);
    }
  }

  async #fill(lane: Lane, sources: readonly ActiveSource[]): Promise<void> {
    for (const source of fromAny(sources, this.#parts.random())) {
      const loaded = await this.#claims.load(source);
      if (this.#share === undefined) return;
      const { maxConcurrent, requestsPerMinute } = loaded.limits;
      lane.setLimits({
        maxConcurrent: shareOf(Math.min(maxConcurrent, MAX_CALLS), this.#share),
        requestsPerMinute: requestsPerMinute === null ? null : requestsPerMinute / this.#share.of,
      });
      await this.#return(lane.removeSurplus());
      if (!lane.isRunningLow) return;
      const jobs = await this.#claims.take(source, { loaded, limit: lane.room });
      lane.add(jobs, performance.now());
      this.#pump.wake();
    }
  }

  /** Empties stuck lanes. The next look returns their cells, for any process to claim. */
  #restartStuck(): void {
    const stuck = this.#pump.removeStuck(performance.now() - STALL_MS);
    if (stuck.length === 0) return;
    this.#agreedAt = Number.NEGATIVE_INFINITY;
    for (const [evaluationId, jobs] of Map.groupBy(stuck, ({ source }) => source.evaluationId)) {
      this.#parts.onStall({ evaluationId, cells: jobs.length, unsettled: this.#settleQueue.size });
    }
  }

  async #answer(job: Job, lane: Lane): Promise<void> {
    const { source, cell } = job;
    try {
      const { settled, restMs } = await answerCell(job, this.#parts);
      this.#parts.onCall(settled.errorCode ?? 'answered');
      if (restMs > 0) lane.rest(performance.now() + restMs);
      this.#settleQueue.add(source, settled);
    } catch (error) {
      this.#parts.onError(error);
      const fault = { code: 'broken_off', message: FAILURES.broken_off } as const;
      this.#settleQueue.add(source, failedCell(source, cell, fault));
    }
  }
}

type UnbegunCell = ClaimedPlace & Pick<ActiveSource, 'workspaceId' | 'evaluationId'>;

interface ClaimedPlace {
  readonly scenarioId: string;
  readonly variant: number;
  readonly claimedAt: number;
}

function claimOf({ source: { variant }, cell: { scenarioId, claimedAt } }: Job): ClaimedPlace {
  return { scenarioId, variant, claimedAt };
}

function claimKey({ scenarioId, variant, claimedAt }: ClaimedPlace): string {
  return `${scenarioId} ${variant} ${claimedAt}`;
}

function laneKey({ workspaceId, kind, baseId, providerId }: ActiveSource): string {
  return kind === 'base'
    ? `${workspaceId} base ${baseId}`
    : `${workspaceId} provider ${providerId}`;
}

function sourceKey({ evaluationId, variant, resumedAt }: ActiveSource): string {
  return `${evaluationId} ${variant} ${resumedAt}`;
}

/** Starts with a random source, so that none waits for all cells of another. */
function fromAny(sources: readonly ActiveSource[], random: number): readonly ActiveSource[] {
  const first = Math.floor(random * sources.length);
  return [...sources.slice(first), ...sources.slice(0, first)];
}
