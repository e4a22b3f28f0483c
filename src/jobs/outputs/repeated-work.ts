/** Work that runs on request: never twice at once, once more if requested meanwhile. */
export class RepeatedWork {
  readonly #work: () => Promise<void>;
  readonly #onError: (error: unknown) => void;
  #underWay: Promise<void> | undefined;
  #isWanted = false;
  #isStopped = false;

  constructor(work: () => Promise<void>, onError: (error: unknown) => void) {
    this.#work = work;
    this.#onError = onError;
  }

  /** After a failure, what was asked meanwhile waits until it is asked again. */
  ask(): void {
    if (this.#isStopped) return;
    this.#isWanted = true;
    this.#underWay ??= this.#doWhileWanted();
  }

  /** Nothing is begun any more. Ends with what is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#underWay;
  }

  async #doWhileWanted(): Promise<void> {
    do {
      this.#isWanted = false;
      try {
        await this.#work();
      } catch (error) {
        this.#onError(error);
        break;
      }
    } while (this.#isWanted && !this.#isStopped);
    // In the same step as the last look at what is wanted, so that no wish falls in between.
    this.#underWay = undefined;
  }
}
