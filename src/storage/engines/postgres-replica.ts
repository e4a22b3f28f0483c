import { setTimeout as wait } from 'node:timers/promises';
import { type Engine, findRow, type Queryable } from '../database.ts';
import { statement } from '../statement.ts';

/** The WAL position after every acknowledged commit; with relaxed durability not yet on disk. */
const FIND_WRITTEN = statement(
  {
    postgres: `SELECT CAST(CASE WHEN CAST($1 AS text) = 'full' THEN pg_current_wal_flush_lsn()
        ELSE pg_current_wal_insert_lsn() END AS text) AS position,
      CAST(system_identifier AS text) AS cluster FROM pg_control_system()`,
    // The embedded engine has no replica; this text only completes the declaration.
    sqlite: "SELECT '' AS position, '' AS cluster WHERE $1 IS NOT NULL",
  },
  { position: 'text', cluster: 'text' },
);

const FIND_REPLAYED = statement(
  {
    postgres: `SELECT CASE WHEN pg_last_wal_replay_lsn() >= CAST($1 AS pg_lsn) THEN 'all' ELSE 'less' END AS replayed,
      CASE WHEN pg_is_in_recovery() THEN 'standby' ELSE 'primary' END AS role,
      CAST(system_identifier AS text) AS cluster FROM pg_control_system()`,
    sqlite: "SELECT 'all' AS replayed, 'standby' AS role, '' AS cluster WHERE $1 IS NOT NULL",
  },
  { replayed: 'text', role: 'text', cluster: 'text' },
);

/** A page waits this long for a replica that is behind; then the primary answers. */
const CATCH_UP_MS = 250;
const PAUSE_MS = 5;
/** How long a late or unreachable replica is not asked. */
const AVOID_MS = 5_000;

const LATE = 'The replica at DATABASE_READ_URL is behind: the primary answers in its place.';
const AWAY = 'The replica at DATABASE_READ_URL cannot be read: the primary answers in its place.';
const NO_STANDBY =
  'The server at DATABASE_READ_URL is not a standby of the one at DATABASE_URL: the primary answers in its place. Correct one of them.';

/**
 * Reads from a streaming replica. A read never misses what was committed before it began: the
 * primary reports its position first, which costs next to nothing, and the replica must have
 * replayed it. Otherwise, or when the replica cannot be reached, the primary answers.
 */
export class Replica {
  readonly #primary: Engine;
  readonly #standby: Engine;
  readonly #log: (sentence: string) => void;
  #avoidedUntil = 0;

  constructor(engines: { primary: Engine; standby: Engine }, log: (sentence: string) => void) {
    this.#primary = engines.primary;
    this.#standby = engines.standby;
    this.#log = log;
  }

  /** For one request: its first read decides which server answers all of them. */
  openReads(): Queryable {
    let chosen: Promise<Queryable> | undefined;
    return {
      query: async (statement, parameters) => {
        chosen ??= this.#choose();
        const from = await chosen;
        if (from === this.#primary) return from.query(statement, parameters);
        try {
          return await from.query(statement, parameters);
        } catch {
          // The primary can read what the standby lost or cancelled; a faulty statement fails there
          // too.
          this.#avoid(AWAY);
          chosen = Promise.resolve(this.#primary);
          return this.#primary.query(statement, parameters);
        }
      },
    };
  }

  close(): Promise<void> {
    return this.#standby.close();
  }

  async #choose(): Promise<Queryable> {
    if (performance.now() < this.#avoidedUntil) return this.#primary;
    const written = await findRow(this.#primary, FIND_WRITTEN, [this.#primary.durability]);
    if (written === undefined) return this.#primary;
    const objection = await Promise.race([
      this.#catchUp(written).catch(() => AWAY),
      wait(CATCH_UP_MS, LATE, { ref: false }),
    ]);
    if (objection === undefined) return this.#standby;
    this.#avoid(objection);
    return this.#primary;
  }

  /** Undefined once the standby has replayed the position; otherwise why it is not used. */
  async #catchUp(written: { position: string; cluster: string }): Promise<string | undefined> {
    const deadline = performance.now() + CATCH_UP_MS;
    while (performance.now() < deadline) {
      const found = await findRow(this.#standby, FIND_REPLAYED, [written.position]);
      if (found?.role !== 'standby' || found.cluster !== written.cluster) return NO_STANDBY;
      if (found.replayed === 'all') return undefined;
      await wait(PAUSE_MS);
    }
    return LATE;
  }

  #avoid(reason: string): void {
    this.#avoidedUntil = performance.now() + AVOID_MS;
    this.#log(reason);
  }
}
