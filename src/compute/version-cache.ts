/** One evaluation at one version of its judgements. */
export interface Versioned {
  readonly evaluationId: string;
  /** Changes with every judgement and setting that counts. */
  readonly version: string;
}

/**
 * Finds each version of an evaluation once: requests that ask meanwhile wait for the same answer. It
 * keeps the answers for so many evaluations, each at its latest version only.
 */
export class VersionCache<Answer> {
  readonly #limit: number;
  readonly #kept = new Map<string, Kept<Answer>>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get({ evaluationId, version }: Versioned, find: () => Promise<Answer>): Promise<Answer> {
    const found = this.#kept.get(evaluationId);
    this.#kept.delete(evaluationId);
    const entry = found?.version === version ? found : { version, answer: find() };
    this.#kept.set(evaluationId, entry);
    if (entry !== found) this.#forgetFailure(evaluationId, entry);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#limit && oldest !== undefined) this.#kept.delete(oldest);
    return entry.answer;
  }

  #forgetFailure(evaluationId: string, entry: Kept<Answer>): void {
    entry.answer.catch(() => {
      if (this.#kept.get(evaluationId) === entry) this.#kept.delete(evaluationId);
    });
  }
}

interface Kept<Answer> {
  readonly version: string;
  readonly answer: Promise<Answer>;
}
