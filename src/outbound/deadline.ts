import { EventEmitter } from 'node:events';
import { OutboundRefused } from './destination.ts';

/**
 * One time limit for all steps of a call. An AbortSignal would do the same for more work, and one
 * with a timeout of its own would be kept until that has passed, long after its call.
 */
export class Deadline {
  /** What undici takes in place of an AbortSignal. */
  readonly signal = new EventEmitter();
  readonly #timer: NodeJS.Timeout;
  readonly #passed: Promise<never>;
  #hasPassed = false;

  constructor(timeoutMs: number) {
    const { promise, reject } = Promise.withResolvers<never>();
    this.#passed = promise;
    this.#passed.catch(() => undefined);
    this.#timer = setTimeout(() => {
      this.#hasPassed = true;
      reject(new OutboundRefused('the call took too long', 'timed_out'));
      this.signal.emit('abort');
    }, timeoutMs);
  }

  get hasPassed(): boolean {
    return this.#hasPassed;
  }

  /** What is not there in time is waited for no longer, whether or not it heeds the signal. */
  within<Result>(work: Promise<Result>): Promise<Result> {
    return Promise.race([work, this.#passed]);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
