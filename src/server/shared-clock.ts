/** Smaller differences may be the duration of the query, and do no harm. */
const TOLERATED_MS = 1_000;

const COMPARED_EVERY_MS = 30_000;

interface SharedClockOptions {
  /** Reads the clock that all processes share. */
  readonly readShared: () => Promise<number>;
  /** Called when this machine's clock is found to differ, and each time it jumps. */
  readonly onDifference: (aheadMs: number) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * The time by the database's clock, so that sessions end at the same moment on machines whose
 * clocks differ. It is compared every half minute, in case a clock is changed while the process
 * runs.
 */
export class SharedClock {
  readonly #options: SharedClockOptions;
  #timer: NodeJS.Timeout | undefined;
  /** How far this machine's clock is ahead of the database's. */
  #aheadMs = 0;

  private constructor(options: SharedClockOptions) {
    this.#options = options;
  }

  static async open(options: SharedClockOptions): Promise<SharedClock> {
    const clock = new SharedClock(options);
    await clock.#compare();
    return clock;
  }

  readonly now = (): number => Date.now() - this.#aheadMs;

  /** Called once the service is mounted, so that a failed start leaves no timer. */
  start(): void {
    const compare = () => {
      this.#compare().catch(this.#options.onError);
    };
    this.#timer = setInterval(compare, COMPARED_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #compare(): Promise<void> {
    const askedAt = performance.now();
    const shared = await this.#options.readShared();
    // After a slow answer the difference includes the wait, so it is not used.
    if (performance.now() - askedAt > TOLERATED_MS) return;
    const measured = Date.now() - shared;
    const aheadMs = Math.abs(measured) < TOLERATED_MS ? 0 : measured;
    const isNews = Math.abs(aheadMs - this.#aheadMs) >= TOLERATED_MS;
    this.#aheadMs = aheadMs;
    if (isNews && aheadMs !== 0) this.#options.onDifference(aheadMs);
  }
}
