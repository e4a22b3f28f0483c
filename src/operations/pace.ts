import { setImmediate } from 'node:timers/promises';

/** Others are kept waiting no longer than this by work that does not wait for anything itself. */
const SLICE_MS = 8;

/** Cuts long work into slices, between which other requests are served. */
export class Pace {
  #startedAt = performance.now();

  /** Call it often: it lets the others go ahead once this slice is used up. */
  async keep(): Promise<void> {
    if (performance.now() - this.#startedAt < SLICE_MS) return;
    await this.rest();
  }

  /** Lets the others go ahead now. */
  async rest(): Promise<void> {
    await setImmediate();
    this.#startedAt = performance.now();
  }
}
