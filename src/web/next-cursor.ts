/** Where the next page of a list starts, from the Link header of this one. */
export function nextCursor(headers: Headers): string | undefined {
  const [, address] = /<([^>]+)>;\s*rel="next"/.exec(headers.get('link') ?? '') ?? [];
  if (address === undefined) return undefined;
  return new URLSearchParams(address.split('?')[1]).get('cursor') ?? undefined;
}
