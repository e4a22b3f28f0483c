import { Problem } from '../contract/problems.ts';

/** Limits how many of something one subject has at the same time, in this process. */
export class Shares {
  readonly #what: string;
  readonly #limit: number;
  readonly #taken = new Map<string, number>();

  constructor(what: string, limit: number) {
    this.#what = what;
    this.#limit = limit;
  }

  /** Takes one; the returned function gives it back. */
  take(subject: string): () => void {
    const taken = this.#taken.get(subject) ?? 0;
    if (taken >= this.#limit) {
      throw new Problem(
        'rate_limited',
        `You have ${taken} ${this.#what} at the same time, which is the limit. End one of them, or wait until one has ended.`,
        { headers: { 'retry-after': '5' } },
      );
    }
    this.#taken.set(subject, taken + 1);
    let isTaken = true;
    return () => {
      if (isTaken) this.#giveBack(subject);
      isTaken = false;
    };
  }

  #giveBack(subject: string): void {
    const left = (this.#taken.get(subject) ?? 0) - 1;
    if (left > 0) this.#taken.set(subject, left);
    else this.#taken.delete(subject);
  }
}
