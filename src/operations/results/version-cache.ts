/** One evaluation at one version of its judgements. */
export interface Versioned {
  readonly evaluationId: string;
  /** Changes with every judgement and setting that counts. */
  readonly version: string;
}

/** Answers for this many evaluations are kept, each at its latest version only. */
const KEPT = 200;

/** Finds each version of an evaluation once: who asks meanwhile waits for the same answer. */
export class VersionCache<Answer> {
  readonly #kept = new Map<string, Kept<Answer>>();

  get({ evaluationId, version }: Versioned, find: () => Promise<Answer>): Promise<Answer> {
    const found = this.#kept.get(evaluationId);
    this.#kept.delete(evaluationId);
    const entry = found?.version === version ? found : { version, answer: find() };
    this.#kept.set(evaluationId, entry);
    if (entry !== found) this.#forgetFailure(evaluationId, entry);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest);
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
