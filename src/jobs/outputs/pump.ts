import { type Job, Lane } from './lane.ts';

export interface PumpParts {
  /** Makes the call and settles its cell. Never rejects. */
  readonly answer: (job: Job, lane: Lane) => Promise<void>;
  /** Whether any call may begin, in any lane. */
  readonly mayBegin: () => boolean;
  /** Called when a lane can use more cells than it has. */
  readonly onRunningLow: () => void;
}

/** Limit of calls at once, over all lanes of this process. */
export const MAX_CALLS = 64;

/**
 * Begins calls, one lane after the other. A lane may always have one call under way, so that slow
 * sources do not block the others. Call `wake` after everything that may let a call begin: only
 * `wake` begins calls.
 */
export class Pump {
  readonly #parts: PumpParts;
  /** Ordered by their last call, oldest first. */
  readonly #lanes = new Map<string, Lane>();
  readonly #calls = new Map<Promise<void>, Job>();
  #due: NodeJS.Immediate | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(parts: PumpParts) {
    this.#parts = parts;
  }

  /** How many calls are under way. */
  get size(): number {
    return this.#calls.size;
  }

  /** All jobs of this process, queued or being called. */
  get jobs(): readonly Job[] {
    const queued = [...this.#lanes.values()].flatMap((lane) => lane.queued);
    return [...queued, ...this.#calls.values()];
  }

  lane(key: string): Lane {
    const existing = this.#lanes.get(key);
    if (existing !== undefined) return existing;
    const lane = new Lane();
    this.#lanes.set(key, lane);
    return lane;
  }

  forgetIdle(now: number): void {
    for (const [key, lane] of this.#lanes) if (lane.isForgettable(now)) this.#lanes.delete(key);
  }

  /** Removes queued jobs that must not begin any more. */
  remove(isOver: (job: Job) => boolean): readonly Job[] {
    return [...this.#lanes.values()].flatMap((lane) => lane.remove(isOver));
  }

  /** Removes stuck lanes and returns their queued jobs. */
  removeStuck(then: number): readonly Job[] {
    const stuck = [...this.#lanes].filter(([, lane]) => lane.isStuckSince(then));
    for (const [key] of stuck) this.#lanes.delete(key);
    return stuck.flatMap(([, lane]) => lane.queued);
  }

  /** Begins calls a moment later, so that calls that end together are replaced together. */
  wake(): void {
    this.#due ??= setImmediate(() => {
      this.#due = undefined;
      this.#beginAll();
    });
  }

  /** Begins no more calls and waits for the running ones. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearImmediate(this.#due);
    clearTimeout(this.#timer);
    await Promise.all(this.#calls.keys());
  }

  #beginAll(): void {
    if (this.#isStopped) return;
    clearTimeout(this.#timer);
    const now = performance.now();
    for (let lane = this.#takeTurn(now); lane !== undefined; lane = this.#takeTurn(now)) {
      const job = lane.begin(now);
      if (job !== undefined) this.#begin(lane, job);
    }
    const next = Math.min(
      ...[...this.#lanes.values()].map((lane) => lane.waitsUntil(now) ?? Number.POSITIVE_INFINITY),
    );
    if (next < Number.POSITIVE_INFINITY) {
      this.#timer = setTimeout(() => this.wake(), Math.ceil(next - now));
    }
  }

  /** Moves the next lane that may begin a call to the end, and returns it. */
  #takeTurn(now: number): Lane | undefined {
    if (!this.#parts.mayBegin()) return undefined;
    for (const [key, lane] of this.#lanes) {
      const hasRoom = this.#calls.size < MAX_CALLS || lane.isIdle;
      if (!hasRoom || !lane.canBegin(now)) continue;
      this.#lanes.delete(key);
      this.#lanes.set(key, lane);
      return lane;
    }
    return undefined;
  }

  #begin(lane: Lane, job: Job): void {
    const call = this.#parts.answer(job, lane).finally(() => {
      this.#calls.delete(call);
      lane.end(performance.now());
      this.wake();
      if (lane.isRunningLow) this.#parts.onRunningLow();
    });
    this.#calls.set(call, job);
  }
}
