/** One evaluation at one version of its judgements. */
export interface Versioned {
  readonly evaluationId: string;
  /** Changes with every judgement and setting that counts. */
  readonly version: string;
}

/**
 * Computes each version of an evaluation once: concurrent requests wait for the same answer. Keeps
 * answers for `limit` evaluations, each at its latest version only.
 */
export class VersionCache<Answer> {
  readonly #limit: number;
  readonly #entries = new Map<string, CacheEntry<Answer>>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get({ evaluationId, version }: Versioned, compute: () => Promise<Answer>): Promise<Answer> {
    const found = this.#entries.get(evaluationId);
    this.#entries.delete(evaluationId);
    const entry = found?.version === version ? found : { version, answer: compute() };
    this.#entries.set(evaluationId, entry);
    if (entry !== found) this.#forgetFailure(evaluationId, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#limit && oldest !== undefined) this.#entries.delete(oldest);
    return entry.answer;
  }

  #forgetFailure(evaluationId: string, entry: CacheEntry<Answer>): void {
    entry.answer.catch(() => {
      if (this.#entries.get(evaluationId) === entry) this.#entries.delete(evaluationId);
    });
  }
}

interface CacheEntry<Answer> {
  readonly version: string;
  readonly answer: Promise<Answer>;
}
