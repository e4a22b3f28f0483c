import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { DAMAGED, isDamage } from './engine-errors.ts';

const ENTRY = new URL('./check-worker.js', import.meta.url);

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** A running check cannot be interrupted; it reads about 130 MB of small rows per second. */
const STOPPING_MS = 10_000;

const SOUND = 'The database is not damaged: the whole file was read again. Check its disk.';

/**
 * Remembers that the database file was found damaged. A failed read looks like damage, and a backup
 * restored for it would lose all later writes, so the file is checked again at growing intervals
 * until it is found sound.
 */
export class DamageWatch {
  readonly #path: string;
  readonly #log: (sentence: string) => void;
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #sentence: string | undefined;

  constructor(path: string, log: (sentence: string) => void) {
    this.#path = path;
    this.#log = log;
  }

  get sentence(): string | undefined {
    return this.#sentence;
  }

  /** Takes what SQLite reports about the damage. */
  readonly note = (finding: string): void => {
    const isFirst = this.#sentence === undefined;
    this.#sentence = DAMAGED;
    // Without a worker the service is still starting: it is refused, or looks at the end.
    if (!isFirst || this.#worker === undefined) return;
    this.#log(`${DAMAGED} SQLite says: ${finding}.`);
    this.#lookLater();
  };

  /**
   * Reads the whole file in a separate thread; after damage also the indexes, as a statement may
   * have found the fault in one.
   */
  look(): void {
    const check = this.#sentence === undefined ? 'quick_check' : 'integrity_check';
    const worker = new Worker(ENTRY, { workerData: { path: this.#path, check } });
    worker.unref();
    worker.on('message', (finding: string) => {
      if (finding !== 'ok') this.#find(finding);
      else if (check === 'integrity_check') this.#forget();
    });
    worker.on('error', (error: Error) => {
      if ('errcode' in error && isDamage(Number(error.errcode))) return this.#find(error.message);
      this.#log(
        `The database could not be checked for damage, and will be checked again: ${error.message}.`,
      );
      this.#lookLater();
    });
    this.#worker = worker;
  }

  /** Waits for the thread: while it has the file open, SQLite would leave its log behind. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    const ended = this.#worker?.terminate();
    await Promise.race([ended, wait(STOPPING_MS, undefined, { ref: false })]);
  }

  #find(finding: string): void {
    if (this.#sentence === undefined) this.note(finding);
    else this.#lookLater();
  }

  #forget(): void {
    this.#sentence = undefined;
    this.#pauseMs = FIRST_PAUSE_MS;
    this.#log(SOUND);
  }

  #lookLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.look(), this.#pauseMs).unref();
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
  }
}
