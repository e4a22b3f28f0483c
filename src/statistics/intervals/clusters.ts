/** Cluster labels numbered from 0 in sorted order, so that row order cannot matter. */
export interface Clusters {
  readonly index: Int32Array;
  readonly count: number;
}

export type Label = string | number;

export function numberClusters(labels: ArrayLike<Label>): Clusters {
  const numbers = labels instanceof Int32Array ? labels : smallIntegers(labels);
  return (numbers && numberIntegers(numbers)) ?? numberAnything(labels);
}

/** Clusters of rows that share both labels (case × annotator). */
export function intersectClusters(a: Clusters, b: Clusters): Clusters {
  const rows = a.index.length;
  if (a.count * b.count > 2 ** 31 - 1) {
    return numberAnything(Array.from(a.index, (i, row) => i * b.count + (b.index[row] ?? 0)));
  }
  const both = new Int32Array(rows);
  for (let row = 0; row < rows; row += 1) {
    both[row] = (a.index[row] ?? 0) * b.count + (b.index[row] ?? 0);
  }
  return numberClusters(both);
}

/** Rows grouped by case, and by annotator and by both for two-way errors. */
export interface CrossedClusters {
  readonly first: Clusters;
  readonly second: Clusters | null;
  readonly both: Clusters | null;
}

export function crossClusters(
  first: ArrayLike<Label>,
  second: ArrayLike<Label> | undefined,
): CrossedClusters {
  const one = numberClusters(first);
  const two = second === undefined ? null : numberClusters(second);
  return { first: one, second: two, both: two && intersectClusters(one, two) };
}

function smallIntegers(labels: ArrayLike<Label>): Int32Array | null {
  const numbers = new Int32Array(labels.length);
  for (let row = 0; row < labels.length; row += 1) {
    const label = labels[row];
    if (typeof label !== 'number' || (label | 0) !== label) return null;
    numbers[row] = label;
  }
  return numbers;
}

/** For labels that are close together, marking those that occur replaces sorting and hashing. */
function numberIntegers(labels: Int32Array): Clusters | null {
  let lowest = labels[0] ?? 0;
  let highest = lowest;
  let falls = 0;
  for (let row = 0; row < labels.length; row += 1) {
    const label = labels[row] ?? 0;
    if (label >= highest) highest = label;
    else falls += 1;
    if (label < lowest) lowest = label;
  }
  if (falls === 0) return numberRising(labels);
  const span = highest - lowest + 1;
  if (span > 64 * labels.length + 1024) return null;
  const place = new Int32Array(span);
  for (let row = 0; row < labels.length; row += 1) place[(labels[row] ?? 0) - lowest] = 1;
  let count = 0;
  for (let label = 0; label < span; label += 1) {
    if (place[label] !== 1) continue;
    place[label] = count;
    count += 1;
  }
  const index = new Int32Array(labels.length);
  for (let row = 0; row < labels.length; row += 1) {
    index[row] = place[(labels[row] ?? 0) - lowest] ?? 0;
  }
  return { index, count };
}

/** Labels that never fall are numbered in their order. */
function numberRising(labels: Int32Array): Clusters {
  const index = new Int32Array(labels.length);
  let count = 0;
  for (let row = 0; row < labels.length; row += 1) {
    if (row === 0 || labels[row] !== labels[row - 1]) count += 1;
    index[row] = count - 1;
  }
  return { index, count };
}

function numberAnything(labels: ArrayLike<Label>): Clusters {
  const rows = Array.from(labels);
  const distinct = [...new Set(rows)].sort(compareLabels);
  const position = new Map(distinct.map((label, i) => [label, i]));
  return {
    index: Int32Array.from(rows, (label) => position.get(label) ?? 0),
    count: distinct.length,
  };
}

function compareLabels(a: Label, b: Label): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const left = `${typeof a}${a}`;
  const right = `${typeof b}${b}`;
  return left < right ? -1 : left > right ? 1 : 0;
}
