/** Mean and spread of the cases so far (Welford): every look has the same cost. */
export class RunningMean {
  /** Includes cases without a value. */
  cases = 0;
  n = 0;
  lowest = Number.POSITIVE_INFINITY;
  highest = Number.NEGATIVE_INFINITY;
  #sum = 0;
  #squares = 0;
  #ties = 0;

  add(value: number): void {
    this.cases += 1;
    if (Number.isNaN(value)) return;
    const before = this.mean;
    this.n += 1;
    this.lowest = Math.min(this.lowest, value);
    this.highest = Math.max(this.highest, value);
    this.#sum += value;
    if (this.n > 1) this.#squares += (value - before) * (value - this.mean);
    this.#ties += 4 * value * (1 - value);
  }

  /** Mean and spread if one more case had this value. */
  with(value: number): Pick<RunningMean, 'mean' | 'standardError'> {
    const more = new RunningMean();
    more.n = this.n;
    more.#sum = this.#sum;
    more.#squares = this.#squares;
    more.add(value);
    return more;
  }

  get mean(): number {
    return this.#sum / this.n;
  }

  /** For shares: 1 where all are ties, 0 where all are wins and losses. */
  get tieShare(): number {
    return this.#ties / this.n;
  }

  /** Rounding leaves a residue where all values are equal. */
  get isConstant(): boolean {
    return !(this.#squares > 1e-18 * this.n * (1 + this.mean * this.mean));
  }

  get standardError(): number {
    return this.isConstant ? 0 : Math.sqrt(this.#squares / (this.n - 1) / this.n);
  }
}
