/** A source of random numbers: `count` words of 32 bits, the same ones for the same label. */
export type RandomWords = (label: string, count: number) => Uint32Array;

/** The numbers 0 … count − 1 in an order drawn from `words` (Fisher–Yates). */
export function shuffled(words: Uint32Array): Int32Array {
  const order = Int32Array.from({ length: words.length }, (_, index) => index);
  for (let last = order.length - 1; last > 0; last -= 1) {
    // The bias is at most last / 2³², far below what any number of annotators could notice.
    const chosen = Math.floor(((words[last] ?? 0) / 2 ** 32) * (last + 1));
    const value = order[last] ?? 0;
    order[last] = order[chosen] ?? 0;
    order[chosen] = value;
  }
  return order;
}
