import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { DAMAGED, isDamage } from './engine-errors.ts';

const ENTRY = new URL('./check-worker.js', import.meta.url);

const FIRST_PAUSE_MS = 5_000;
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
    // Without a worker the service is still starting, and the start is refused with this reason.
    if (!isFirst || this.#worker === undefined) return;
    this.#log(`${DAMAGED} SQLite says: ${finding}.`);
    this.#lookLater();
  };

  /** Reads the whole file in a separate thread. */
  look(): void {
    this.#check('quick_check', (finding) => {
      if (finding !== 'ok') this.note(finding);
    });
  }

  /** Waits for the thread: while it has the file open, SQLite would leave its log behind. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    const ended = this.#worker?.terminate();
    await Promise.race([ended, wait(STOPPING_MS, undefined, { ref: false })]);
  }

  #lookLater(): void {
    this.#timer = setTimeout(() => this.#lookAgain(), this.#pauseMs).unref();
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
  }

  /** Checks indexes too: a statement may have found the fault in one. */
  #lookAgain(): void {
    this.#check('integrity_check', (finding) => {
      if (finding !== 'ok') return this.#lookLater();
      this.#sentence = undefined;
      this.#pauseMs = FIRST_PAUSE_MS;
      this.#log(SOUND);
    });
  }

  #check(check: 'quick_check' | 'integrity_check', onEnd: (finding: string) => void): void {
    const worker = new Worker(ENTRY, { workerData: { path: this.#path, check } });
    worker.unref();
    worker.on('message', onEnd);
    worker.on('error', (error) => {
      const isFound =
        error instanceof Error && 'errcode' in error && isDamage(Number(error.errcode));
      if (isFound || this.#sentence !== undefined)
        onEnd(error instanceof Error ? error.message : '');
    });
    this.#worker = worker;
  }
}
