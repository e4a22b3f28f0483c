import { setTimeout } from 'node:timers/promises';
import type { SettledCell, Settlement } from '../../operations/outputs/parts/settle-run.ts';
import type { ActiveSource } from '../../storage/outputs/generation-cells.ts';

/** A transaction of so many cells keeps others waiting for a few milliseconds. */
const CELLS_AT_ONCE = 64;
/** A commit costs as much as many cells: answers wait this long for others to share it. */
const GATHER_MS = 40;
const TRY_AGAIN_MS = 1_000;

export interface SettleQueueParts {
  readonly settle: (
    settlement: Pick<Settlement, 'workspaceId' | 'evaluationId' | 'cells'>,
  ) => Promise<void>;
  /** Called after the queue became shorter. */
  readonly onStored: () => void;
  readonly onError: (error: unknown) => void;
}

interface Waiting {
  readonly source: ActiveSource;
  readonly cell: SettledCell;
}

/**
 * What became of cells, until it is stored: whatever comes while one transaction runs goes into the
 * next one together. While the database is away everything is kept.
 */
export class SettleQueue {
  readonly #parts: SettleQueueParts;
  #waiting: Waiting[] = [];
  #work: Promise<void> | undefined;
  #isGivenUp = false;

  constructor(parts: SettleQueueParts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#waiting.length;
  }

  get cells(): readonly SettledCell[] {
    return this.#waiting.map(({ cell }) => cell);
  }

  add(source: ActiveSource, cell: SettledCell): void {
    this.#waiting.push({ source, cell });
    if (!this.#isGivenUp) this.#work ??= this.#storeAll();
  }

  /** Ends once everything is stored. */
  async drained(): Promise<void> {
    while (this.#work !== undefined) await this.#work;
  }

  /** Does not wait for a database that is away. */
  giveUp(): void {
    this.#isGivenUp = true;
  }

  async #storeAll(): Promise<void> {
    do {
      await this.#storeSome();
    } while (this.#waiting.length > 0 && !this.#isGivenUp);
    // In the same step as the last look at what waits, so that nothing is added in between.
    this.#work = undefined;
  }

  /** The oldest, and others of the same evaluation. */
  async #storeSome(): Promise<void> {
    if (this.#waiting.length < CELLS_AT_ONCE) await setTimeout(GATHER_MS);
    const [{ source } = {}] = this.#waiting;
    if (source === undefined) return;
    const { workspaceId, evaluationId } = source;
    const isOfSame = (waiting: Waiting) => waiting.source.evaluationId === evaluationId;
    const batch = this.#waiting.filter(isOfSame).slice(0, CELLS_AT_ONCE);
    try {
      const cells = batch.map(({ cell }) => cell);
      await this.#parts.settle({ workspaceId, evaluationId, cells });
      const stored = new Set(batch);
      this.#waiting = this.#waiting.filter((waiting) => !stored.has(waiting));
      this.#parts.onStored();
    } catch (error) {
      this.#parts.onError(error);
      // What cannot be stored must not keep other evaluations waiting.
      this.#waiting = this.#waiting.toSorted(
        (left, right) => Number(isOfSame(left)) - Number(isOfSame(right)),
      );
      await setTimeout(TRY_AGAIN_MS);
    }
  }
}
