/** Rows of a test set that only their number matters of. */
export function rowsOf(count: number): { question: string }[] {
  return Array.from({ length: count }, (_, index) => ({ question: `question ${index}` }));
}
