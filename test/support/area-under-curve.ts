/** How often a value of the first sample is above one of the second; equal ones count half (Mann and Whitney 1947). */
export function areaUnderCurve(first: readonly number[], second: readonly number[]): number {
  let wins = 0;
  for (const one of first) {
    for (const other of second) wins += one === other ? 0.5 : Number(one > other);
  }
  return wins / (first.length * second.length);
}
