import { setImmediate } from 'node:timers/promises';

/** The longest that uninterrupted work keeps other requests waiting. */
const SLICE_MS = 8;

/** Cuts long work into slices, between which other requests are served. */
export class Pace {
  #startedAt = performance.now();

  /** Call it often: it lets other requests go ahead once this slice is used up. */
  async keep(): Promise<void> {
    if (performance.now() - this.#startedAt < SLICE_MS) return;
    await this.rest();
  }

  /** Lets other requests go ahead now. */
  async rest(): Promise<void> {
    await setImmediate();
    this.#startedAt = performance.now();
  }
}
