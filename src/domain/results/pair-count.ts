/** The number of pairs among `size` things. */
export function pairCount(size: number): number {
  return (size * (size - 1)) / 2;
}
