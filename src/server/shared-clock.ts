/** Less than this is how long the question took, or means nothing to anyone. */
const TOLERATED_MS = 1_000;

const COMPARED_EVERY_MS = 30_000;

interface SharedClockOptions {
  /** The time by the clock that all processes share. */
  readonly readShared: () => Promise<number>;
  /** Called when the clock of this machine turns out to be another one, and each time it leaps. */
  readonly onDifference: (aheadMs: number) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * The time by the clock of the database: processes whose machines disagree end a session at the same
 * moment, and a clock that is set wrong while a process runs is wrong for half a minute at most.
 */
export class SharedClock {
  readonly #options: SharedClockOptions;
  #timer: NodeJS.Timeout | undefined;
  /** Of this machine against the database. */
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

  /** Not before the service is mounted: a start that fails leaves nothing that goes on. */
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
    // A database that is busy says when it answered, and not when it was asked.
    if (performance.now() - askedAt > TOLERATED_MS) return;
    const measured = Date.now() - shared;
    const aheadMs = Math.abs(measured) < TOLERATED_MS ? 0 : measured;
    const isNews = Math.abs(aheadMs - this.#aheadMs) >= TOLERATED_MS;
    this.#aheadMs = aheadMs;
    if (isNews && aheadMs !== 0) this.#options.onDifference(aheadMs);
  }
}
