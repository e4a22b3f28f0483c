/** Votes worth as much as n votes given m per case with correlation ρ inside a case: n/(1+(m−1)ρ). */
export function effectiveVotes(n: number, perCase: number, correlation: number): number {
  return n / (1 + (perCase - 1) * correlation);
}
