/** Limits of JSON bodies; inside free JSON only `depth` applies. */
export const JSON_LIMITS = {
  depth: 64,
  keys: 10_000,
  elements: 50_000,
  stringBytes: 256 * 1024,
} as const;

/** Whether free JSON can be kept: not nested too deeply, and no number beyond the range of doubles. */
export function isKeepable(value: unknown, depth: number): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth > JSON_LIMITS.depth) return false;
  for (const key of Object.keys(value)) {
    if (!isKeepable(Reflect.get(value, key), depth + 1)) return false;
  }
  return true;
}
