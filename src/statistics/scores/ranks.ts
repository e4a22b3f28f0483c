export interface Ranking {
  /** Rank of each value in input order, ties sharing the middle rank. */
  readonly ranks: readonly number[];
  /** Σ(t³ − t) over groups of t tied values. */
  readonly tieSum: number;
}

export function midRanks(values: readonly number[]): Ranking {
  const order = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  const ranks = values.map(() => 0);
  let tieSum = 0;
  let start = 0;
  while (start < order.length) {
    let end = start + 1;
    while (end < order.length && order[end]?.value === order[start]?.value) end += 1;
    const size = end - start;
    for (const { index } of order.slice(start, end)) ranks[index] = (start + 1 + end) / 2;
    tieSum += size ** 3 - size;
    start = end;
  }
  return { ranks, tieSum };
}
