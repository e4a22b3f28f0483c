/** Every method named anywhere in a result, once, sorted. */
export function methodsOf(result: unknown): string[] {
  const found = new Set<string>();
  collect(result, found);
  return [...found].sort();
}

function collect(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'method' && typeof inner === 'string' && inner !== 'none') found.add(inner);
    else collect(inner, found);
  }
}
