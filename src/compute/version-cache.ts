/** One evaluation at one version of its judgements. */
export interface Versioned {
  readonly evaluationId: string;
  /** Changes with every judgement and setting that counts. */
  readonly version: string;
}

/**
 * Finds each version of an evaluation once: who asks meanwhile waits for the same answer. Kept are
 * the answers for so many evaluations, each at its latest version only.
 */
export class VersionCache<Answer> {
  readonly #limit: number;
  readonly #kept = new Map<string, Kept<Answer>>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** `find` is given the answer to another version, where there is one: it may save work. */
  get(
    { evaluationId, version }: Versioned,
    find: (other: Promise<Answer> | undefined) => Promise<Answer>,
  ): Promise<Answer> {
    const found = this.#kept.get(evaluationId);
    this.#kept.delete(evaluationId);
    const entry = found?.version === version ? found : { version, answer: find(found?.answer) };
    this.#kept.set(evaluationId, entry);
    if (entry !== found) this.#forgetFailure(evaluationId, entry);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#limit && oldest !== undefined) this.#kept.delete(oldest);
    return entry.answer;
  }

  /** What was found, or is being looked for, of this version. */
  underWay({ evaluationId, version }: Versioned): Promise<Answer> | undefined {
    const found = this.#kept.get(evaluationId);
    return found?.version === version ? found.answer : undefined;
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
