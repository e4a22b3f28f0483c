/** Work that runs on request: never twice at once, and once more if requested meanwhile. */
export class RepeatedWork {
  readonly #work: () => Promise<void>;
  readonly #onError: (error: unknown) => void;
  #underWay: Promise<void> | undefined;
  #isRequested = false;
  #isStopped = false;

  constructor(work: () => Promise<void>, onError: (error: unknown) => void) {
    this.#work = work;
    this.#onError = onError;
  }

  /** After a failure, requests made meanwhile are dropped until the next one. */
  request(): void {
    if (this.#isStopped) return;
    this.#isRequested = true;
    this.#underWay ??= this.#runWhileRequested();
  }

  /** Starts no more work and waits for the running one. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#underWay;
  }

  async #runWhileRequested(): Promise<void> {
    do {
      this.#isRequested = false;
      try {
        await this.#work();
      } catch (error) {
        this.#onError(error);
        break;
      }
    } while (this.#isRequested && !this.#isStopped);
    // In the same step as the last check, so that no request is lost in between.
    this.#underWay = undefined;
  }
}
