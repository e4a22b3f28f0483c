/** The independent votes that n votes are worth, m per case with correlation ρ: n/(1+(m−1)ρ). */
export function effectiveVotes(n: number, perCase: number, correlation: number): number {
  return n / (1 + (perCase - 1) * correlation);
}
