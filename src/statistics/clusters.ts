/** Cluster labels numbered 0.. in sorted order of the labels, so that row order cannot matter. */
export interface Clusters {
  readonly index: Int32Array;
  readonly count: number;
}

export type Label = string | number;

export function numberClusters(labels: ArrayLike<Label>): Clusters {
  const distinct = [...new Set(Array.from(labels))].sort(compareLabels);
  const position = new Map(distinct.map((label, i) => [label, i]));
  return {
    index: Int32Array.from(Array.from(labels), (label) => position.get(label) ?? 0),
    count: distinct.length,
  };
}

/** Clusters of rows that share both labels (case × annotator). */
export function intersectClusters(a: Clusters, b: Clusters): Clusters {
  return numberClusters(Array.from(a.index, (i, row) => i * b.count + (b.index[row] ?? 0)));
}

function compareLabels(a: Label, b: Label): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const left = `${typeof a}${a}`;
  const right = `${typeof b}${b}`;
  return left < right ? -1 : left > right ? 1 : 0;
}
