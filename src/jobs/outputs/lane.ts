import type { ActiveSource, ClaimedCell } from '../../storage/outputs/generation-cells.ts';
import type { LaneLimits } from './load-source.ts';
import type { PreparedCall } from './prepare-call.ts';

/** A cell in the hands of this process, and the call that answers it. */
export interface Job {
  readonly source: ActiveSource;
  readonly cell: ClaimedCell;
  readonly prepared: PreparedCall;
}

/** Cells are claimed for so many rounds of calls, so that the next ones are here when calls end. */
const ROUNDS_CLAIMED = 3;

/** Calls to one base or provider: so many at once, so many a minute, none while it asks for a rest. */
export class Lane {
  #queue: Job[] = [];
  #limits: LaneLimits = { maxConcurrent: 0, requestsPerMinute: null };
  #underWay = 0;
  #nextStartAt = 0;
  /** When something was last added, begun or ended. */
  #movedAt = 0;

  /** This process's part of the limits. */
  setLimits(limits: LaneLimits): void {
    this.#limits = limits;
  }

  get isIdle(): boolean {
    return this.#underWay === 0;
  }

  /** Claimed and not begun. */
  get queued(): readonly Job[] {
    return this.#queue;
  }

  /** Nothing is in it, and another lane in its place would not begin anything earlier. */
  isForgettable(now: number): boolean {
    return this.isIdle && this.#queue.length === 0 && this.#nextStartAt <= now;
  }

  /** Cells are here and nothing happens, though no call and no time is waited for. */
  isStuckSince(then: number): boolean {
    const isWaiting = this.#queue.length > 0 && this.isIdle;
    return isWaiting && this.#movedAt <= then && this.#nextStartAt <= then;
  }

  /** How many cells to claim. */
  get wanted(): number {
    return Math.max(0, this.#mostHere - this.#underWay - this.#queue.length);
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

  /** The next job, if one may begin now. Tell with `end` when it ended. */
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

  /** The other side asked to be left alone for a while. */
  rest(until: number): void {
    this.#nextStartAt = Math.max(this.#nextStartAt, until);
  }

  /** When the next job may begin, if it waits for a time rather than for another job to end. */
  waitsUntil(now: number): number | undefined {
    const isWaiting = this.#queue.length > 0 && this.#underWay < this.#limits.maxConcurrent;
    return isWaiting && this.#nextStartAt > now ? this.#nextStartAt : undefined;
  }

  /** Takes back what was not begun and is not to be any more. */
  remove(isOver: (job: Job) => boolean): readonly Job[] {
    const removed = this.#queue.filter(isOver);
    this.#queue = this.#queue.filter((job) => !isOver(job));
    return removed;
  }

  /** Takes back what is more than would be claimed: the limits were lowered, perhaps to nothing. */
  removeSurplus(): readonly Job[] {
    return this.#queue.splice(this.#mostHere);
  }

  get #mostHere(): number {
    return ROUNDS_CLAIMED * this.#limits.maxConcurrent;
  }
}

/** One of the processes that work together, counted from the oldest. */
export interface Share {
  readonly rank: number;
  readonly of: number;
}

/** One process's part of a number that all share: the parts add up to it. */
export function shareOf(whole: number, { rank, of }: Share): number {
  return Math.floor(whole / of) + (rank < whole % of ? 1 : 0);
}
