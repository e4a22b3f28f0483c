/** A number below `size` squared for the pair of each vote, whatever the sides. */
export function pairNumbers(
  { left, right }: { readonly left: Int32Array; readonly right: Int32Array },
  size: number,
): Int32Array {
  const pairs = new Int32Array(left.length);
  for (let row = 0; row < pairs.length; row += 1) {
    const a = left[row] ?? 0;
    const b = right[row] ?? 0;
    pairs[row] = Math.min(a, b) * size + Math.max(a, b);
  }
  return pairs;
}
