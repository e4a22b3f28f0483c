import { releaseAbandoned } from '../../operations/outputs/parts/release-abandoned.ts';
import type { Db } from '../../storage/database.ts';
import {
  deleteAllWorkers,
  deleteWorker,
  listWorkers,
  seeWorker,
} from '../../storage/outputs/generation-workers.ts';
import type { EngineKind } from '../../storage/statement.ts';
import type { Share } from './lane.ts';

export interface MembershipParts {
  readonly engine: EngineKind;
  readonly openDb: () => Db;
  readonly workerId: string;
}

const SIGN_OF_LIFE_MS = 2_500;
/** A process that just joined waits until the others have noticed it and made room. */
const SETTLING_IN_MS = 2 * SIGN_OF_LIFE_MS;

/**
 * This process as one of those that generate outputs on a database. Its claims hold while it gives
 * signs of life.
 */
export class Membership {
  readonly workerId: string;
  readonly #parts: MembershipParts;
  #signedAt = Number.NEGATIVE_INFINITY;
  #share: Share | undefined;

  constructor(parts: MembershipParts) {
    this.workerId = parts.workerId;
    this.#parts = parts;
  }

  /** Undefined until the others have made room. */
  get share(): Share | undefined {
    return this.#share;
  }

  /** Gives a sign of life if one is due. Call it often. */
  async renew(): Promise<void> {
    if (performance.now() - this.#signedAt < SIGN_OF_LIFE_MS) return;
    if (this.#parts.engine === 'sqlite') await this.#joinAlone();
    else await this.#sign();
  }

  /** Releases its claimed cells to other processes. */
  async leave(): Promise<void> {
    const { openDb } = this.#parts;
    await openDb().transaction((tx) => deleteWorker(tx, this.workerId));
    await releaseAbandoned(openDb());
  }

  /** An embedded database has only one process, so one sign of life is enough. */
  async #joinAlone(): Promise<void> {
    const { openDb } = this.#parts;
    await openDb().transaction(async (tx) => {
      await deleteAllWorkers(tx);
      await seeWorker(tx, this.workerId);
    });
    await releaseAbandoned(openDb());
    this.#share = { rank: 0, of: 1 };
    this.#signedAt = Number.POSITIVE_INFINITY;
  }

  async #sign(): Promise<void> {
    const { openDb } = this.#parts;
    await openDb().transaction((tx) => seeWorker(tx, this.workerId));
    this.#signedAt = performance.now();
    await releaseAbandoned(openDb());
    const workers = await listWorkers(openDb());
    const rank = workers.findIndex(({ id }) => id === this.workerId);
    const isNew = workers.length > 1 && (workers[rank]?.ageMs ?? 0) < SETTLING_IN_MS;
    this.#share = rank < 0 || isNew ? undefined : { rank, of: workers.length };
  }
}
