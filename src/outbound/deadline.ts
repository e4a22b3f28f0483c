import { OutboundRefused } from './destination.ts';

/**
 * One time limit for all steps of a call. Unlike AbortSignal.timeout it can be ended, so that
 * thousands of finished calls do not hold their timers for a minute.
 */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #passed: Promise<never>;

  constructor(timeoutMs: number) {
    this.#timer = setTimeout(() => this.#controller.abort(), timeoutMs);
    this.#passed = new Promise((_, reject) => {
      const refuse = () => reject(new OutboundRefused('the call took too long', 'timed_out'));
      this.signal.addEventListener('abort', refuse, { once: true });
    });
    this.#passed.catch(() => undefined);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** What is not there in time is waited for no longer, whether or not it heeds the signal. */
  within<Result>(work: Promise<Result>): Promise<Result> {
    return Promise.race([work, this.#passed]);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
