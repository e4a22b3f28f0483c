/** Limits of the wire contract; those after the depth do not hold inside free JSON. */
export const JSON_LIMITS = {
  depth: 64,
  keys: 10_000,
  elements: 50_000,
  stringBytes: 256 * 1024,
} as const;
