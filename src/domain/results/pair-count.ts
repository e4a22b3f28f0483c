/** The number of pairs of `size` things. */
export function pairCount(size: number): number {
  return (size * (size - 1)) / 2;
}
