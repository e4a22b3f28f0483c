import { EventEmitter } from 'node:events';
import { OutboundRefused } from './destination.ts';

/**
 * One time limit for all steps of a call. An AbortSignal costs more, and `AbortSignal.timeout`
 * stays in memory until it fires, long after its call.
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

  /** Rejects at the deadline, whether or not the work heeds the signal. */
  within<Result>(work: Promise<Result>): Promise<Result> {
    return Promise.race([work, this.#passed]);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
