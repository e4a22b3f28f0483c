/**
 * The guest links of evaluations that were just created. The server keeps only their hashes, so they
 * are held in memory until the page is left.
 */
const links = new Map<string, string>();

export function keepGuestLink(evaluationId: string, url: string): void {
  links.set(evaluationId, url);
}

export function freshGuestLink(evaluationId: string): string | undefined {
  return links.get(evaluationId);
}
