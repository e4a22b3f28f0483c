import { setTimeout } from 'node:timers/promises';
import type { SettledCell, Settlement } from '../../operations/outputs/parts/settle-run.ts';
import type { ActiveSource } from '../../storage/outputs/generation-cells.ts';

/** A transaction of this many cells takes a few milliseconds. */
const CELLS_AT_ONCE = 64;
/** A commit costs as much as many cells, so answers wait this long for others to share it. */
const GATHER_MS = 40;
const RETRY_MS = 1_000;

export interface SettleQueueParts {
  readonly settle: (
    settlement: Pick<Settlement, 'workspaceId' | 'evaluationId' | 'cells'>,
  ) => Promise<void>;
  /** Called when the queue has become shorter. */
  readonly onStored: () => void;
  readonly onError: (error: unknown) => void;
}

interface WaitingCell {
  readonly source: ActiveSource;
  readonly cell: SettledCell;
}

/**
 * Settled cells until they are stored: those that arrive during a transaction share the next one.
 * While the database is unreachable all are kept.
 */
export class SettleQueue {
  readonly #parts: SettleQueueParts;
  #waiting: WaitingCell[] = [];
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

  /** Resolves once everything is stored, or given up. */
  async drained(): Promise<void> {
    while (this.#work !== undefined) await this.#work;
  }

  /** Stops waiting for an unreachable database. */
  giveUp(): void {
    this.#isGivenUp = true;
  }

  async #storeAll(): Promise<void> {
    do {
      await this.#storeSome();
    } while (this.#waiting.length > 0 && !this.#isGivenUp);
    // In the same step as the last check, so that no cell is added in between.
    this.#work = undefined;
  }

  /** Stores the oldest cell with others of the same evaluation. */
  async #storeSome(): Promise<void> {
    if (this.#waiting.length < CELLS_AT_ONCE) await setTimeout(GATHER_MS);
    const [{ source } = {}] = this.#waiting;
    if (source === undefined) return;
    const { workspaceId, evaluationId } = source;
    const isOfSame = (waiting: WaitingCell) => waiting.source.evaluationId === evaluationId;
    const batch = this.#waiting.filter(isOfSame).slice(0, CELLS_AT_ONCE);
    try {
      const cells = batch.map(({ cell }) => cell);
      await this.#parts.settle({ workspaceId, evaluationId, cells });
      const stored = new Set(batch);
      this.#waiting = this.#waiting.filter((waiting) => !stored.has(waiting));
      this.#parts.onStored();
    } catch (error) {
      this.#parts.onError(error);
      // Cells that cannot be stored must not keep other evaluations waiting.
      this.#waiting = this.#waiting.toSorted(
        (left, right) => Number(isOfSame(left)) - Number(isOfSame(right)),
      );
      await setTimeout(RETRY_MS);
    }
  }
}
