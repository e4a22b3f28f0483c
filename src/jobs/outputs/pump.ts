import { type Job, Lane } from './lane.ts';

export interface PumpParts {
  /** Makes the call, and keeps what came of it. Never rejects. */
  readonly answer: (job: Job, lane: Lane) => Promise<void>;
  /** Whether a call may begin at all, whatever its lane allows. */
  readonly mayBegin: () => boolean;
  /** A lane can use more cells than are here. */
  readonly onRunningLow: () => void;
}

/** Calls at once, over all lanes of this process. */
export const MOST_CALLS = 64;

/**
 * Begins calls, lane by lane in turn. A lane may always have one call under way: otherwise slow
 * answers to some would keep all others waiting. `wake` is to be called after everything that may
 * let a call begin; nothing else begins one.
 */
export class Pump {
  readonly #parts: PumpParts;
  /** The lane that began a call longest ago comes first. */
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

  /** What is in the hands of this process: claimed, or being called. */
  get jobs(): readonly Job[] {
    const queued = [...this.#lanes.values()].flatMap((lane) => lane.queued);
    return [...queued, ...this.#calls.values()];
  }

  lane(key: string): Lane {
    const known = this.#lanes.get(key);
    if (known !== undefined) return known;
    const lane = new Lane();
    this.#lanes.set(key, lane);
    return lane;
  }

  forgetIdle(now: number): void {
    for (const [key, lane] of this.#lanes) if (lane.isForgettable(now)) this.#lanes.delete(key);
  }

  /** Takes back what was not begun and is not to be any more. */
  remove(isOver: (job: Job) => boolean): readonly Job[] {
    return [...this.#lanes.values()].flatMap((lane) => lane.remove(isOver));
  }

  /** Takes back everything from lanes in which nothing happens. */
  removeStuck(then: number): readonly Job[] {
    const stuck = [...this.#lanes].filter(([, lane]) => lane.isStuckSince(then));
    for (const [key] of stuck) this.#lanes.delete(key);
    return stuck.flatMap(([, lane]) => lane.queued);
  }

  /** Soon, so that calls that end together are followed by calls that are handed over together. */
  wake(): void {
    this.#due ??= setImmediate(() => {
      this.#due = undefined;
      this.#beginAll();
    });
  }

  /** Begins nothing more. Ends with the calls that are under way. */
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

  /** The next lane that may begin a call, which then comes last. */
  #takeTurn(now: number): Lane | undefined {
    if (!this.#parts.mayBegin()) return undefined;
    for (const [key, lane] of this.#lanes) {
      const hasRoom = this.#calls.size < MOST_CALLS || lane.isIdle;
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
