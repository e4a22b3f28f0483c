/**
 * What an operation adds to the entry that the server writes for it. The trail outlives people, and
 * those who judge may read it: a note holds no name or address of a person and nothing of a judgement.
 */
export interface AuditNote {
  /** Where it happened, if not in the workspace that the gate knows. */
  readonly workspaceId?: string;
  /** Who did it, where the request brought no credential. */
  readonly actor?: { readonly kind: 'user' | 'guest'; readonly id: string };
  /** What it happened to, if not the object that the path names. */
  readonly object?: AuditObject;
  /** In short: a value, or `[before, after]`. */
  readonly change?: Readonly<Record<string, unknown>>;
}

export interface AuditObject {
  readonly kind: string;
  readonly id: string;
}
