/**
 * What an operation adds to the entry that the server writes for it. The trail outlives people, and
 * annotators may read it: a note holds no name or address of a person, and no part of a judgement.
 */
export interface AuditNote {
  /** The workspace, if not the one that the gate knows. */
  readonly workspaceId?: string;
  /** The actor, if the request had no credential. */
  readonly actor?: { readonly kind: 'user' | 'guest'; readonly id: string };
  /** The object, if not the one that the path names. */
  readonly object?: AuditObject;
  /** By field: a value, or `[before, after]`. Long texts are cut. */
  readonly change?: Readonly<Record<string, unknown>>;
}

export interface AuditObject {
  readonly kind: string;
  readonly id: string;
}
