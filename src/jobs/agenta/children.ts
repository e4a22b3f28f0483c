import type { RawRow } from '../../domain/agenta/row-reader.ts';

export interface ChildrenOptions {
  readonly pages: AsyncGenerator<readonly RawRow[], void, undefined>;
  /** Holds the parent's id; the pages are ordered by it, nulls last. */
  readonly column: string;
  /** Called with rows whose parent does not exist. */
  readonly onOrphans: (rows: readonly RawRow[]) => void;
}

/** Child rows by parent, read in one pass: parents must be visited in the order of their ids. */
export class Children {
  readonly #options: ChildrenOptions;
  #page: readonly RawRow[] = [];
  #place = 0;

  constructor(options: ChildrenOptions) {
    this.#options = options;
  }

  /** Must be read to its end before the next parent is visited. */
  async *of(parentId: string | null): AsyncGenerator<readonly RawRow[]> {
    const parent = parentId?.toLowerCase();
    while (parent !== undefined && (await this.#isMore())) {
      const start = this.#place;
      const key = this.#keyAt(start);
      if (key === undefined || key > parent) return;
      while (this.#keyAt(this.#place) === key) this.#place += 1;
      const rows = this.#page.slice(start, this.#place);
      if (key < parent) this.#options.onOrphans(rows);
      else yield rows;
    }
  }

  async all(parentId: string | null): Promise<readonly RawRow[]> {
    const all: RawRow[] = [];
    for await (const rows of this.of(parentId)) all.push(...rows);
    return all;
  }

  /** Call after the last parent: the rows that remain have no parent. */
  async end(): Promise<void> {
    while (await this.#isMore()) {
      this.#options.onOrphans(this.#page.slice(this.#place));
      this.#place = this.#page.length;
    }
  }

  #keyAt(place: number): string | undefined {
    return this.#page[place]?.[this.#options.column]?.toLowerCase();
  }

  async #isMore(): Promise<boolean> {
    while (this.#place >= this.#page.length) {
      const next = await this.#options.pages.next();
      if (next.done === true) return false;
      this.#page = next.value;
      this.#place = 0;
    }
    return true;
  }
}
