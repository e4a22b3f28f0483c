/**
 * Guest links of evaluations just created. The server stores only their hashes, so they stay in
 * memory until the page unloads.
 */
const links = new Map<string, string>();

export function keepGuestLink(evaluationId: string, url: string): void {
  links.set(evaluationId, url);
}

export function freshGuestLink(evaluationId: string): string | undefined {
  return links.get(evaluationId);
}
