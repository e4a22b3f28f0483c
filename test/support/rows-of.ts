/** Rows of a test set of which only the number matters. */
export function rowsOf(count: number): { question: string }[] {
  return Array.from({ length: count }, (_, index) => ({ question: `question ${index}` }));
}
