/** What a key may be used for, within the roles of its owner. */
export const SCOPES = ['read', 'judge', 'write', 'deploy'] as const;

export type Scope = (typeof SCOPES)[number];

/** Scopes as one word each, in their order; undefined if one of the words is none. */
export function parseScopes(text: string): readonly Scope[] | undefined {
  const words = new Set(text.split(/[ ,+]+/).filter((word) => word !== ''));
  const scopes = SCOPES.filter((scope) => words.delete(scope));
  return words.size === 0 ? scopes : undefined;
}
