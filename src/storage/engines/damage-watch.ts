import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { DAMAGED, isDamage } from './engine-errors.ts';

const ENTRY = new URL('./check-worker.js', import.meta.url);

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** Nothing breaks off a check, which reads about 130 MB of small rows in a second. */
const GOODBYE_MS = 10_000;

const SOUND = 'The database is sound after all: all of it was read again. Look at its disk.';

/**
 * Remembers that the database file was found damaged. Failing reads look like damage, too, and a
 * backup restored for them would lose what came after it, so the file is read again until it is
 * found sound, less and less often.
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

  /** To be called with what SQLite says about the damage. */
  readonly note = (finding: string): void => {
    const isNews = this.#sentence === undefined;
    this.#sentence = DAMAGED;
    // A start that finds damage is refused, which says enough.
    if (!isNews || this.#worker === undefined) return;
    this.#log(`${DAMAGED} SQLite says: ${finding}.`);
    this.#lookLater();
  };

  /** Reads the whole file in a thread of its own. */
  look(): void {
    this.#check('quick_check', (finding) => {
      if (finding !== 'ok') this.note(finding);
    });
  }

  /** While a thread has the file open, SQLite would leave its log beside it. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    const ended = this.#worker?.terminate();
    await Promise.race([ended, wait(GOODBYE_MS, undefined, { ref: false })]);
  }

  #lookLater(): void {
    this.#timer = setTimeout(() => this.#lookAgain(), this.#pauseMs).unref();
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
  }

  /** Indexes too: a statement may have found what is wrong with one. */
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
