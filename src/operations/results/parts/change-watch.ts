import { setTimeout } from 'node:timers/promises';
import type { OpenConnection } from '../../context.ts';

/** The wait of a client that follows an evaluation: announced changes end it early. */
export class ChangeWatch {
  readonly #ended: AbortSignal;
  readonly #stopListening: () => void;
  /** In the beginning everything is new. */
  #hasChanged = true;
  #change = new AbortController();

  constructor({ ended, onChange }: OpenConnection, evaluationId: string) {
    this.#ended = ended;
    this.#stopListening = onChange(evaluationId, () => {
      this.#hasChanged = true;
      this.#change.abort();
    });
  }

  /** Whether a change was announced since this was last asked. */
  takeChange(): boolean {
    const hasChanged = this.#hasChanged;
    this.#hasChanged = false;
    this.#change = new AbortController();
    return hasChanged;
  }

  /** Until a change is announced, the time is over or the connection ends. */
  async wait(milliseconds: number): Promise<void> {
    await sleep(milliseconds, AbortSignal.any([this.#ended, this.#change.signal]));
  }

  /** However much changes; only the end of the connection cuts it short. */
  async rest(milliseconds: number): Promise<void> {
    if (milliseconds > 0) await sleep(milliseconds, this.#ended);
  }

  stop(): void {
    this.#stopListening();
  }
}

async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  // Being cut short is one of the ways in which it ends.
  await setTimeout(milliseconds, undefined, { signal }).catch(() => undefined);
}
