/** How far apart the answers about each case are, by position. */
export interface Disagreement {
  /** Share of the pairs of answers to the same question that differ; NaN where there is no pair. */
  readonly share: Float64Array;
  readonly answers: Int32Array;
}

/** All cases, the most disputed first. */
export interface RankedDisagreement extends Disagreement {
  readonly positions: Int32Array;
}

/** A case with the values it is ranked by. */
export interface Disputed {
  readonly position: number;
  /** Null where no two people answered the same question. */
  readonly disagreement: number | null;
  readonly answers: number;
}

export function casesOf(disagreement: Disagreement): Disputed[] {
  return Array.from(disagreement.share.keys(), (position) => disputedAt(disagreement, position));
}

export function disputedAt({ share, answers }: Disagreement, position: number): Disputed {
  const disagreement = share[position] ?? Number.NaN;
  return {
    position,
    disagreement: Number.isNaN(disagreement) ? null : disagreement,
    answers: answers[position] ?? 0,
  };
}

/** Ties go to the case with more answers, then to the earlier one; unknown disagreement is last. */
export function compareDisputed(one: Disputed, other: Disputed): number {
  return (
    (other.disagreement ?? -1) - (one.disagreement ?? -1) ||
    other.answers - one.answers ||
    one.position - other.position
  );
}
