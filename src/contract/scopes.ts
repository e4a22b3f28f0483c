/** What a key may be used for, within the roles of its owner. */
export const SCOPES = ['read', 'judge', 'write', 'deploy'] as const;

export type Scope = (typeof SCOPES)[number];

/** The scopes in a text, in the order of `SCOPES`; undefined if a word is not a scope. */
export function parseScopes(text: string): readonly Scope[] | undefined {
  const words = new Set(text.split(/[ ,+]+/).filter((word) => word !== ''));
  const scopes = SCOPES.filter((scope) => words.delete(scope));
  return words.size === 0 ? scopes : undefined;
}
