import type { ActiveSource, ClaimedCell } from '../../storage/generation-cells.ts';
import type { LaneLimits } from './load-source.ts';
import type { PreparedCall } from './prepare-call.ts';

/** A cell in the hands of this process, and the call that answers it. */
export interface Job {
  readonly source: ActiveSource;
  readonly cell: ClaimedCell;
  readonly prepared: PreparedCall;
}

/** Calls to one base or provider: so many at once, so many a minute, none while it asks for a rest. */
export class Lane {
  readonly #queue: Job[] = [];
  #limits: LaneLimits = { maxConcurrent: 0, requestsPerMinute: null };
  #underWay = 0;
  #nextStartAt = 0;

  /** This process's part of the limits. */
  setLimits(limits: LaneLimits): void {
    this.#limits = limits;
  }

  /** Nothing is in it, and another lane in its place would not begin anything earlier. */
  isForgettable(now: number): boolean {
    return this.#underWay === 0 && this.#queue.length === 0 && this.#nextStartAt <= now;
  }

  /** How many cells to claim, so that the next ones are here when calls end. */
  get wanted(): number {
    const { maxConcurrent } = this.#limits;
    return Math.max(0, 3 * maxConcurrent - this.#underWay - this.#queue.length);
  }

  get isRunningLow(): boolean {
    return this.#queue.length < this.#limits.maxConcurrent;
  }

  add(jobs: readonly Job[]): void {
    this.#queue.push(...jobs);
  }

  /** The next job, if one may begin now. Tell with `end` when it ended. */
  begin(now: number): Job | undefined {
    const { maxConcurrent, requestsPerMinute } = this.#limits;
    if (this.#underWay >= maxConcurrent || now < this.#nextStartAt) return undefined;
    const job = this.#queue.shift();
    if (job === undefined) return undefined;
    this.#underWay += 1;
    if (requestsPerMinute !== null) {
      this.#nextStartAt = Math.max(this.#nextStartAt, now - 1000) + 60_000 / requestsPerMinute;
    }
    return job;
  }

  end(): void {
    this.#underWay -= 1;
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
    const kept = this.#queue.filter((job) => !isOver(job));
    this.#queue.splice(0, this.#queue.length, ...kept);
    return removed;
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
