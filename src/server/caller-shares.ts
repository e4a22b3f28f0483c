import { Shares } from '../domain/shares.ts';

/** Several people may share an address, and one person have several. */
const CALLERS_PER_ADDRESS = 4;

export interface ShareHolder {
  readonly userId: string | undefined;
  readonly address: string;
}

/** What one caller may have at the same time, whatever keys they use, and one address. */
export class CallerShares {
  readonly #ofUser: Shares;
  readonly #ofAddress: Shares;
  #open = 0;

  constructor(what: string, perCaller: number) {
    this.#ofUser = new Shares(what, perCaller);
    this.#ofAddress = new Shares(what, perCaller * CALLERS_PER_ADDRESS);
  }

  /** How many are taken, by all callers together. */
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
