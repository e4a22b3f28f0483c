import type { ActiveSource, ClaimedCell } from '../../storage/outputs/generation-cells.ts';
import type { LaneLimits } from './load-source.ts';
import type { PreparedCall } from './prepare-call.ts';

/** A cell claimed by this process, and the call that answers it. */
export interface Job {
  readonly source: ActiveSource;
  readonly cell: ClaimedCell;
  readonly prepared: PreparedCall;
}

/** Cells are claimed for this many rounds of calls, so that the next are ready when calls end. */
const ROUNDS_CLAIMED = 3;

/** The calls to one base or provider, limited at once and per minute; none while it is to rest. */
export class Lane {
  #queue: Job[] = [];
  #limits: LaneLimits = { maxConcurrent: 0, requestsPerMinute: null };
  #underWay = 0;
  #nextStartAt = 0;
  /** When a job was last added, begun or ended. */
  #movedAt = 0;

  /** Sets this process's share of the limits. */
  setLimits(limits: LaneLimits): void {
    this.#limits = limits;
  }

  get isIdle(): boolean {
    return this.#underWay === 0;
  }

  /** Claimed but not begun. */
  get queued(): readonly Job[] {
    return this.#queue;
  }

  /** Empty, and a new lane in its place could not begin a call earlier. */
  isForgettable(now: number): boolean {
    return this.isIdle && this.#queue.length === 0 && this.#nextStartAt <= now;
  }

  /**
   * Has had cells since then but begun none, although it waits neither for a call nor for a time.
   */
  isStuckSince(then: number): boolean {
    const isWaiting = this.#queue.length > 0 && this.isIdle;
    return isWaiting && this.#movedAt <= then && this.#nextStartAt <= then;
  }

  /** How many cells to claim. */
  get room(): number {
    return Math.max(0, this.#maxClaimed - this.#underWay - this.#queue.length);
  }

  get isRunningLow(): boolean {
    return this.#queue.length < this.#limits.maxConcurrent;
  }

  add(jobs: readonly Job[], now: number): void {
    if (jobs.length === 0) return;
    this.#queue.push(...jobs);
    this.#movedAt = now;
  }

  canBegin(now: number): boolean {
    const isAllowed = this.#underWay < this.#limits.maxConcurrent && now >= this.#nextStartAt;
    return isAllowed && this.#queue.length > 0;
  }

  /** The next job, if one may begin now. Call `end` when it has ended. */
  begin(now: number): Job | undefined {
    if (!this.canBegin(now)) return undefined;
    const { requestsPerMinute } = this.#limits;
    this.#underWay += 1;
    this.#movedAt = now;
    if (requestsPerMinute !== null) {
      this.#nextStartAt = Math.max(this.#nextStartAt, now - 1000) + 60_000 / requestsPerMinute;
    }
    return this.#queue.shift();
  }

  end(now: number): void {
    this.#underWay -= 1;
    this.#movedAt = now;
  }

  /** Called when the base or provider asked for no calls until then. */
  rest(until: number): void {
    this.#nextStartAt = Math.max(this.#nextStartAt, until);
  }

  /** When the next job may begin, if it waits for a time rather than for a job to end. */
  waitsUntil(now: number): number | undefined {
    const isWaiting = this.#queue.length > 0 && this.#underWay < this.#limits.maxConcurrent;
    return isWaiting && this.#nextStartAt > now ? this.#nextStartAt : undefined;
  }

  /** Removes queued jobs that must not begin any more. */
  remove(isOver: (job: Job) => boolean): readonly Job[] {
    const removed = this.#queue.filter(isOver);
    this.#queue = this.#queue.filter((job) => !isOver(job));
    return removed;
  }

  /** Removes queued jobs beyond what it would claim, after its limits were lowered. */
  removeSurplus(): readonly Job[] {
    return this.#queue.splice(this.#maxClaimed);
  }

  get #maxClaimed(): number {
    return ROUNDS_CLAIMED * this.#limits.maxConcurrent;
  }
}

/** The rank of a process, from the oldest, among all that work together. */
export interface Share {
  readonly rank: number;
  readonly of: number;
}

/** One process's share of a limit; all shares add up to it. */
export function shareOf(whole: number, { rank, of }: Share): number {
  return Math.floor(whole / of) + (rank < whole % of ? 1 : 0);
}
