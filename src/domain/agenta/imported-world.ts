/** What is known to be in the target by now, which later rows refer to. */
export interface ImportedWorld {
  /** The user who is named where the author is unknown. */
  readonly ownerId: string;
  /** When the import runs; for rows without a time. */
  readonly now: number;
  /** The same id for the same words, for what the original has no id for. */
  readonly idFor: (words: string) => string;
  /** Users of the target, by the ids they had. */
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
