import { setImmediate } from 'node:timers/promises';
import type { SettledCell } from '../../operations/outputs/parts/settle-run.ts';
import type { Vault } from '../../outbound/secrets.ts';
import type { Db } from '../../storage/database.ts';
import { type ActiveSource, claimCells } from '../../storage/outputs/generation-cells.ts';
import { listReusable } from '../../storage/outputs/generation-results.ts';
import { failedCell, reusedCell } from './answer-cell.ts';
import type { Job } from './lane.ts';
import { type LoadedSource, loadSource } from './load-source.ts';
import { prepareCall } from './prepare-call.ts';

export interface ClaimsParts {
  readonly openDb: () => Db;
  readonly workerId: string;
  readonly vault: Vault;
  /** Called for cells that need no call: failed or reused. */
  readonly settle: (source: ActiveSource, cell: SettledCell) => void;
}

/** Between batches, answers are received and further calls begin. */
const PREPARED_AT_ONCE = 8;
/** A corrected key or address takes effect after this time, or at once when the run is retried. */
const FRESH_MS = 1_000;

/** Claims cells in the database and prepares their calls. */
export class Claims {
  readonly #parts: ClaimsParts;
  readonly #loaded = new Map<string, { readonly source: LoadedSource; readonly until: number }>();

  constructor(parts: ClaimsParts) {
    this.#parts = parts;
  }

  async load(source: ActiveSource): Promise<LoadedSource> {
    const { openDb, vault } = this.#parts;
    const now = performance.now();
    for (const [key, { until }] of this.#loaded) if (until < now) this.#loaded.delete(key);
    const key = `${source.evaluationId} ${source.variant} ${source.resumedAt}`;
    const cached = this.#loaded.get(key);
    if (cached !== undefined) return cached.source;
    const loaded = await loadSource({ db: openDb(), vault }, source);
    this.#loaded.set(key, { source: loaded, until: now + FRESH_MS });
    return loaded;
  }

  async take(
    source: ActiveSource,
    { loaded, limit }: { loaded: LoadedSource; limit: number },
  ): Promise<readonly Job[]> {
    const { openDb, workerId, settle } = this.#parts;
    const { workspaceId, evaluationId, variant, resumedAt } = source;
    const cells = await openDb().transaction((tx) =>
      claimCells(tx, workspaceId, { evaluationId, variant, resumedAt, workerId, limit }),
    );
    const jobs: Job[] = [];
    for (const [index, cell] of cells.entries()) {
      if (index % PREPARED_AT_ONCE === 0) await setImmediate();
      const prepared = prepareCall(loaded, cell);
      if ('fault' in prepared) settle(source, failedCell(source, cell, prepared.fault));
      else jobs.push({ source, cell, prepared });
    }
    return source.reuse ? this.#withoutReusable(workspaceId, jobs) : jobs;
  }

  async #withoutReusable(workspaceId: string, jobs: readonly Job[]): Promise<readonly Job[]> {
    if (jobs.length === 0) return jobs;
    const hashes = jobs.map(({ prepared }) => prepared.hash);
    const reusable = await listReusable(this.#parts.openDb(), workspaceId, hashes);
    return jobs.filter((job) => {
      const output = reusable.get(job.prepared.hash);
      if (output !== undefined) this.#parts.settle(job.source, reusedCell(job, output));
      return output === undefined;
    });
  }
}
