import type { Batch } from './backfill.ts';

const LOG_EVERY_MS = 5_000;

/** Logs the progress of an upgrade now and then, and why it waits. */
export class UpgradeLog {
  readonly #log: (sentence: string) => void;
  #isUpgrade = false;
  #hasWaited = false;
  #loggedAt = 0;

  constructor(log: (sentence: string) => void) {
    this.#log = log;
  }

  /** Not called for a new installation, which logs nothing. */
  begin({ from, to }: { from: number; to: number }): void {
    this.#isUpgrade = true;
    this.#log(`Upgrading the database from schema ${from} to ${to}.`);
  }

  progress(table: string, { done, total, place }: Batch): void {
    const isLast = place === undefined;
    if (!this.#isUpgrade || (!isLast && performance.now() - this.#loggedAt < LOG_EVERY_MS)) return;
    this.#loggedAt = performance.now();
    this.#log(`Upgrading the database: ${grouped(done)} of ${grouped(total)} rows of ${table}.`);
  }

  wait(): void {
    if (!this.#hasWaited) this.#log('Another process is upgrading the database. Waiting for it.');
    this.#hasWaited = true;
  }

  end(): void {
    if (this.#isUpgrade) this.#log('The database is upgraded.');
  }
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
