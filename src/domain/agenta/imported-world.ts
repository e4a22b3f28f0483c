/** What was imported so far; later rows refer to it. */
export interface ImportedWorld {
  /** The user named where the author is unknown. */
  readonly ownerId: string;
  /** The time of the import, for rows without one. */
  readonly now: number;
  /** An id for what has none in the original; the same words give the same id. */
  readonly idFor: (words: string) => string;
  /** Users here by their ids in the original. */
  readonly users: ReadonlyMap<string, string>;
  readonly apps: ReadonlySet<string>;
  /** URIs by the ids of deployments. */
  readonly uris: ReadonlyMap<string, string>;
  /** Apps by the ids of bases. */
  readonly bases: ReadonlyMap<string, string>;
  readonly variants: ReadonlyMap<string, ImportedVariant>;
  /** Variants by the ids of their revisions. */
  readonly variantOfRevision: ReadonlyMap<string, string>;
  readonly testsets: ReadonlyMap<string, ImportedTestset>;
}

export interface ImportedVariant {
  readonly appId: string;
  readonly name: string;
  readonly configName: string;
  readonly head: RevisionPlace;
  /** Numbers by ids. */
  readonly revisions: ReadonlyMap<string, number>;
}

export interface RevisionPlace {
  readonly id: string;
  readonly number: number;
}

export interface ImportedTestset {
  readonly appId: string;
  readonly name: string;
  readonly revisionId: string;
}
