/** RFC 3339 in UTC with exactly three decimals. */
export function formatTimestamp(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
