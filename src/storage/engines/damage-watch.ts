import { Worker } from 'node:worker_threads';
import { DAMAGED, isDamage } from './engine-errors.ts';

const ENTRY = new URL('./quick-check-worker.js', import.meta.url);

/** Remembers until the next start that the database file was found damaged. */
export class DamageWatch {
  readonly #path: string;
  readonly #log: (sentence: string) => void;
  #worker: Worker | undefined;
  #sentence: string | undefined;

  constructor(path: string, log: (sentence: string) => void) {
    this.#path = path;
    this.#log = log;
  }

  get sentence(): string | undefined {
    return this.#sentence;
  }

  /** To be called with what SQLite says about the damage. */
  readonly note = (finding: string): void => {
    // A start that finds damage is refused, which says enough.
    const isNews = this.#sentence === undefined && this.#worker !== undefined;
    this.#sentence = DAMAGED;
    if (isNews) this.#log(`${DAMAGED} SQLite says: ${finding}.`);
  };

  /** Reads the whole file in a thread of its own. */
  look(): void {
    const worker = new Worker(ENTRY, { workerData: this.#path });
    worker.unref();
    worker.on('message', (finding: string) => {
      if (finding !== 'ok') this.note(finding);
    });
    worker.on('error', (error) => {
      if (!(error instanceof Error) || !('errcode' in error)) return;
      if (isDamage(Number(error.errcode))) this.note(error.message);
    });
    this.#worker = worker;
  }

  stop(): void {
    void this.#worker?.terminate();
  }
}
