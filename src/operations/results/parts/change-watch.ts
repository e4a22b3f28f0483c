import { setTimeout } from 'node:timers/promises';
import type { OpenConnection } from '../../context.ts';

/** The wait of a client that follows an evaluation: announced changes end it early. */
export class ChangeWatch {
  readonly #ended: AbortSignal;
  readonly #stopListening: () => void;
  /** True at first, because everything is new then. */
  #hasChanged = true;
  #change = new AbortController();

  constructor({ ended, onChange }: OpenConnection, evaluationId: string) {
    this.#ended = ended;
    this.#stopListening = onChange(evaluationId, () => {
      this.#hasChanged = true;
      this.#change.abort();
    });
  }

  /** Whether a change was announced since the last call. */
  takeChange(): boolean {
    const hasChanged = this.#hasChanged;
    this.#hasChanged = false;
    this.#change = new AbortController();
    return hasChanged;
  }

  /** Waits until a change is announced, the time is over or the connection ends. */
  async wait(milliseconds: number): Promise<void> {
    await sleep(milliseconds, AbortSignal.any([this.#ended, this.#change.signal]));
  }

  /** Waits despite changes; only the end of the connection cuts it short. */
  async rest(milliseconds: number): Promise<void> {
    if (milliseconds > 0) await sleep(milliseconds, this.#ended);
  }

  stop(): void {
    this.#stopListening();
  }
}

async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  // An abort only ends the wait.
  await setTimeout(milliseconds, undefined, { signal }).catch(() => undefined);
}
