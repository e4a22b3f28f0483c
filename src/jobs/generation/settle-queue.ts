import { setTimeout } from 'node:timers/promises';
import type { SettledCell, Settlement } from '../../operations/generation/settle-run.ts';
import type { ActiveSource } from '../../storage/generation-cells.ts';

/** A transaction of so many cells keeps others waiting for a few milliseconds. */
const CELLS_AT_ONCE = 64;
/** A commit costs as much as many cells: answers wait this long for others to share it. */
const GATHER_MS = 40;
const TRY_AGAIN_MS = 1_000;

export interface SettleQueueParts {
  readonly settle: (
    settlement: Pick<Settlement, 'workspaceId' | 'evaluationId' | 'cells'>,
  ) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/**
 * What became of cells, until it is stored: whatever comes while one transaction runs goes into the
 * next one together. While the database is away everything is kept.
 */
export class SettleQueue {
  readonly #parts: SettleQueueParts;
  readonly #waiting: { readonly source: ActiveSource; readonly cell: SettledCell }[] = [];
  #work: Promise<void> | undefined;
  #isGivenUp = false;

  constructor(parts: SettleQueueParts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#waiting.length;
  }

  add(source: ActiveSource, cell: SettledCell): void {
    this.#waiting.push({ source, cell });
    this.#work ??= this.#drain().finally(() => {
      this.#work = undefined;
    });
  }

  /** Ends once everything is stored. */
  async drained(): Promise<void> {
    while (this.#work !== undefined) await this.#work;
  }

  /** Does not wait for a database that is away. */
  giveUp(): void {
    this.#isGivenUp = true;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#isGivenUp) {
      if (this.#waiting.length < CELLS_AT_ONCE) await setTimeout(GATHER_MS);
      const batch = this.#nextBatch();
      try {
        const [{ source } = {}] = batch;
        if (source === undefined) return;
        const { workspaceId, evaluationId } = source;
        const cells = batch.map(({ cell }) => cell);
        await this.#parts.settle({ workspaceId, evaluationId, cells });
        const stored = new Set(batch);
        const left = this.#waiting.filter((item) => !stored.has(item));
        this.#waiting.splice(0, this.#waiting.length, ...left);
      } catch (error) {
        this.#parts.onError(error);
        await setTimeout(TRY_AGAIN_MS);
      }
    }
  }

  /** The oldest, and others of the same evaluation. */
  #nextBatch() {
    const evaluationId = this.#waiting[0]?.source.evaluationId;
    return this.#waiting
      .filter(({ source }) => source.evaluationId === evaluationId)
      .slice(0, CELLS_AT_ONCE);
  }
}
