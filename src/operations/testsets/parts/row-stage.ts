import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../contract/fields.ts';
import { Problem } from '../../../contract/problems.ts';
import { MAX_COLUMNS, MAX_ROWS } from '../../../contract/testsets/testsets.ts';
import { canonicalJson } from '../../../domain/canonical-json.ts';
import type { Db } from '../../../storage/database.ts';
import { insertUnpublishedRevision } from '../../../storage/testsets/testset-changes.ts';
import { insertRows } from '../../../storage/testsets/testset-rows.ts';
import { Pace } from '../../pace.ts';
import { removeRows, removeUnpublished } from './remove-unpublished.ts';

/** As much as the embedded engine writes in a few milliseconds. */
const BATCH_ROWS = 500;
const BATCH_CHARACTERS = 256 * 1024;

/** Rows that are written but not yet part of any test set. */
export interface StagedRows {
  readonly revisionId: string;
  readonly rowCount: number;
  readonly columns: readonly string[];
  /** Equal for equal rows in the same order, whatever the order of their keys. */
  readonly rowsHash: string;
}

export interface StageOptions {
  readonly workspaceId: string;
  readonly revisionId: string;
  readonly userId: string;
  readonly now: number;
}

/** Writes rows as they arrive, in small transactions that let others write in between. */
export class RowStage {
  readonly #db: Db;
  readonly #options: StageOptions;
  readonly #pace = new Pace();
  #columns = new Set<string>();
  #hash = createHash('sha256');
  #batch: string[] = [];
  #batchCharacters = 0;
  #rowCount = 0;

  private constructor(db: Db, options: StageOptions) {
    this.#db = db;
    this.#options = options;
  }

  static async open(db: Db, options: StageOptions): Promise<RowStage> {
    await db.transaction((tx) =>
      insertUnpublishedRevision(tx, options.workspaceId, {
        id: options.revisionId,
        createdBy: options.userId,
        now: options.now,
      }),
    );
    return new RowStage(db, options);
  }

  async add(row: JsonObject): Promise<void> {
    for (const column of Object.keys(row)) this.#columns.add(column);
    if (this.#columns.size > MAX_COLUMNS) throw tooMany(MAX_COLUMNS, 'columns');
    this.#rowCount += 1;
    if (this.#rowCount > MAX_ROWS) throw tooMany(MAX_ROWS, 'rows');
    this.#hash.update(canonicalJson(row)).update('\n');
    const text = JSON.stringify(row);
    this.#batch.push(text);
    this.#batchCharacters += text.length;
    if (this.#batch.length >= BATCH_ROWS || this.#batchCharacters >= BATCH_CHARACTERS) {
      await this.#write();
    }
    await this.#pace.keep();
  }

  async finish(): Promise<StagedRows> {
    await this.#write();
    return {
      revisionId: this.#options.revisionId,
      rowCount: this.#rowCount,
      columns: [...this.#columns],
      rowsHash: this.#hash.digest('base64url'),
    };
  }

  /** Forgets the rows so far. */
  async restart(): Promise<void> {
    if (this.#rowCount === 0) return;
    await removeRows(this.#db, this.#options);
    this.#columns = new Set();
    this.#hash = createHash('sha256');
    this.#batch = [];
    this.#batchCharacters = 0;
    this.#rowCount = 0;
  }

  /** Removes the written rows if they are not published. */
  async discard(): Promise<void> {
    await removeUnpublished(this.#db, this.#options);
  }

  async #write(): Promise<void> {
    if (this.#batch.length === 0) return;
    const { workspaceId, revisionId } = this.#options;
    const rows = this.#batch;
    const firstPosition = this.#rowCount - rows.length;
    // Starts a new slice, because a commit takes its time.
    await this.#pace.rest();
    await this.#db.transaction((tx) =>
      insertRows(tx, workspaceId, { revisionId, firstPosition, rows }),
    );
    this.#batch = [];
    this.#batchCharacters = 0;
    await this.#pace.rest();
  }
}

function tooMany(limit: number, kind: 'rows' | 'columns'): Problem {
  return new Problem('payload_too_large', `A test set has at most ${limit} ${kind}.`, {
    members: { limit, limit_kind: kind },
  });
}
