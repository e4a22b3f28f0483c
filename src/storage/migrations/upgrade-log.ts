import type { Batch } from './backfill.ts';

const SAY_EVERY_MS = 5_000;

/** Tells the operator how far an upgrade is, now and then, and why it does not go on. */
export class UpgradeLog {
  readonly #log: (sentence: string) => void;
  #isUpgrade = false;
  #hasWaited = false;
  #saidAt = 0;

  constructor(log: (sentence: string) => void) {
    this.#log = log;
  }

  /** Not called for a new installation, which has nothing to tell. */
  begin({ from, to }: { from: number; to: number }): void {
    this.#isUpgrade = true;
    this.#log(`Upgrading the database from schema ${from} to ${to}.`);
  }

  progress(table: string, { done, total, place }: Batch): void {
    const isLast = place === undefined;
    if (!this.#isUpgrade || (!isLast && performance.now() - this.#saidAt < SAY_EVERY_MS)) return;
    this.#saidAt = performance.now();
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
