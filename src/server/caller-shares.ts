import { Shares } from '../domain/shares.ts';

/** Several people may share an address. */
const CALLERS_PER_ADDRESS = 4;

export interface ShareHolder {
  readonly userId: string | undefined;
  readonly address: string;
}

/** Limits how many one user, with whatever keys, and one address may have open at the same time. */
export class CallerShares {
  readonly #ofUser: Shares;
  readonly #ofAddress: Shares;
  #open = 0;

  constructor(resource: string, perCaller: number) {
    this.#ofUser = new Shares(resource, perCaller);
    this.#ofAddress = new Shares(resource, perCaller * CALLERS_PER_ADDRESS);
  }

  /** How many all callers have open together. */
  get open(): number {
    return this.#open;
  }

  /** Takes one, until the returned function is called. */
  take({ userId = '', address }: ShareHolder): () => void {
    const giveBackUser = this.#ofUser.take(userId);
    try {
      const giveBackAddress = this.#ofAddress.take(address);
      let isOpen = true;
      this.#open += 1;
      return () => {
        giveBackUser();
        giveBackAddress();
        if (isOpen) this.#open -= 1;
        isOpen = false;
      };
    } catch (error) {
      giveBackUser();
      throw error;
    }
  }
}
