/**
 * Vote tables: the sufficient statistics of every pairwise model. One random increment per vote;
 * after that no cost depends on the number of votes. A cell is (variant shown first, variant shown
 * second, outcome), so the side is never lost.
 */
export const FIRST_WINS = 0;
export const SECOND_WINS = 1;
export const TIE = 2;
export const BOTH_BAD = 3;
export const OUTCOMES = 4;

export interface VoteColumns {
  readonly first: ArrayLike<number>;
  readonly second: ArrayLike<number>;
  readonly outcome: ArrayLike<number>;
}

export interface VoteTable {
  readonly variants: number;
  /** Counts at ((first · variants) + second) · 4 + outcome. */
  readonly cells: Float64Array;
}

/** One row per ordered pair that was shown. Ties include "both bad": for preference it is a tie. */
export interface PairRows {
  readonly variants: number;
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly firstWins: Float64Array;
  readonly secondWins: Float64Array;
  readonly ties: Float64Array;
}

export interface PairRow {
  readonly first: number;
  readonly second: number;
  readonly firstWins: number;
  readonly secondWins: number;
  readonly ties?: number | undefined;
}

export function emptyVoteTable(variants: number): VoteTable {
  return { variants, cells: new Float64Array(variants * variants * OUTCOMES) };
}

/**
 * Counts votes into a table. Votes with an unknown variant, a variant against itself or an unknown
 * outcome are left out; the number counted is returned. Cost: one increment per vote.
 */
export function addVotes(table: VoteTable, votes: VoteColumns): number {
  const { variants, cells } = table;
  const { first, second, outcome } = votes;
  const total = outcome.length;
  let counted = 0;
  for (let v = 0; v < total; v += 1) {
    const i = first[v] ?? -1;
    const j = second[v] ?? -1;
    const o = outcome[v] ?? -1;
    if (!isVote(i, j, o, variants)) continue;
    const cell = (i * variants + j) * OUTCOMES + o;
    cells[cell] = (cells[cell] ?? 0) + 1;
    counted += 1;
  }
  return counted;
}

export function pairRows(table: VoteTable): PairRows {
  const { variants, cells } = table;
  const rows: PairRow[] = [];
  for (let first = 0; first < variants; first += 1) {
    for (let second = 0; second < variants; second += 1) {
      const at = (first * variants + second) * OUTCOMES;
      const firstWins = cells[at + FIRST_WINS] ?? 0;
      const secondWins = cells[at + SECOND_WINS] ?? 0;
      const ties = (cells[at + TIE] ?? 0) + (cells[at + BOTH_BAD] ?? 0);
      if (firstWins + secondWins + ties > 0)
        rows.push({ first, second, firstWins, secondWins, ties });
    }
  }
  return pairRowsFrom(rows, variants);
}

/**
 * Rows with a negative or non-finite count, an unknown variant or a self-comparison are left out.
 */
export function pairRowsFrom(list: readonly PairRow[], variants: number): PairRows {
  const kept = list.filter(
    (row) =>
      isVote(row.first, row.second, TIE, variants) &&
      [row.firstWins, row.secondWins, row.ties ?? 0].every((c) => Number.isFinite(c) && c >= 0) &&
      row.firstWins + row.secondWins + (row.ties ?? 0) > 0,
  );
  return {
    variants,
    first: Int32Array.from(kept, (row) => row.first),
    second: Int32Array.from(kept, (row) => row.second),
    firstWins: Float64Array.from(kept, (row) => row.firstWins),
    secondWins: Float64Array.from(kept, (row) => row.secondWins),
    ties: Float64Array.from(kept, (row) => row.ties ?? 0),
  };
}

export function voteCount(rows: PairRows): number {
  let total = 0;
  for (const column of [rows.firstWins, rows.secondWins, rows.ties]) {
    for (const count of column) total += count;
  }
  return total;
}

export function tieCount(rows: PairRows): number {
  return rows.ties.reduce((sum, count) => sum + count, 0);
}

/** Votes counted by (cluster, cell): enough to rebuild every cluster's score for any abilities. */
export interface ClusterCells {
  readonly variants: number;
  readonly clusters: number;
  readonly cluster: Int32Array;
  readonly cell: Int32Array;
  readonly count: Float64Array;
}

/** The cell of each vote; −1 for an invalid vote. */
export function voteCells({ first, second, outcome }: VoteColumns, variants: number): Int32Array {
  const cells = new Int32Array(outcome.length);
  for (let v = 0; v < cells.length; v += 1) {
    const i = first[v] ?? -1;
    const j = second[v] ?? -1;
    const o = outcome[v] ?? -1;
    cells[v] = isVote(i, j, o, variants) ? (i * variants + j) * OUTCOMES + o : -1;
  }
  return cells;
}

/**
 * Groups the cells of votes by cluster number (0..clusters−1). Cost: one sort of n numbers; the
 * result has one entry per distinct (cluster, cell) and does not depend on the order of the votes.
 */
export function groupCells(
  cells: Int32Array,
  cluster: ArrayLike<number>,
  { variants, clusters }: { readonly variants: number; readonly clusters: number },
): ClusterCells {
  const cellsPerCluster = variants * variants * OUTCOMES;
  const keys = new Float64Array(cells.length);
  let kept = 0;
  for (let v = 0; v < cells.length; v += 1) {
    const cell = cells[v] ?? -1;
    const g = cluster[v] ?? -1;
    if (cell < 0 || !(g >= 0 && g < clusters)) continue;
    keys[kept] = g * cellsPerCluster + cell;
    kept += 1;
  }
  return countKeys(keys.subarray(0, kept), { variants, clusters, cellsPerCluster });
}

/** Variant shown first, variant shown second and outcome of a cell number. */
export function cellParts(cell: number, variants: number): readonly [number, number, number] {
  const pair = Math.floor(cell / OUTCOMES);
  return [Math.floor(pair / variants), pair % variants, cell % OUTCOMES];
}

function isVote(i: number, j: number, o: number, variants: number): boolean {
  return i >= 0 && i < variants && j >= 0 && j < variants && i !== j && o >= 0 && o < OUTCOMES;
}

interface KeyShape {
  readonly variants: number;
  readonly clusters: number;
  readonly cellsPerCluster: number;
}

/** Where few keys are possible, they are counted in place, which is faster than sorting. */
function countKeys(keys: Float64Array, shape: KeyShape): ClusterCells {
  const range = shape.clusters * shape.cellsPerCluster;
  if (isRising(keys)) return countRuns(keys, shape);
  if (range > 16 * keys.length + 1024) return countRuns(keys.sort(), shape);
  const counts = new Int32Array(range);
  let distinct = 0;
  for (let v = 0; v < keys.length; v += 1) {
    const key = keys[v] ?? 0;
    const before = counts[key] ?? 0;
    if (before === 0) distinct += 1;
    counts[key] = before + 1;
  }
  const cells = emptyCells(distinct, shape);
  let size = 0;
  let from = 0;
  for (let cluster = 0; cluster < shape.clusters; cluster += 1) {
    for (let cell = 0; cell < shape.cellsPerCluster; cell += 1) {
      const count = counts[from + cell] ?? 0;
      if (count === 0) continue;
      cells.cluster[size] = cluster;
      cells.cell[size] = cell;
      cells.count[size] = count;
      size += 1;
    }
    from += shape.cellsPerCluster;
  }
  return cells;
}

function isRising(keys: Float64Array): boolean {
  for (let v = 1; v < keys.length; v += 1) {
    if ((keys[v] ?? 0) < (keys[v - 1] ?? 0)) return false;
  }
  return true;
}

/** Equal keys are adjacent. */
function countRuns(sorted: Float64Array, shape: KeyShape): ClusterCells {
  const cells = emptyCells(sorted.length, shape);
  let size = 0;
  let previous = -1;
  for (let v = 0; v < sorted.length; v += 1) {
    const key = sorted[v] ?? 0;
    if (key !== previous) {
      const cluster = Math.floor(key / shape.cellsPerCluster);
      cells.cluster[size] = cluster;
      cells.cell[size] = key - cluster * shape.cellsPerCluster;
      size += 1;
      previous = key;
    }
    cells.count[size - 1] = (cells.count[size - 1] ?? 0) + 1;
  }
  return {
    ...cells,
    cluster: cells.cluster.subarray(0, size),
    cell: cells.cell.subarray(0, size),
    count: cells.count.subarray(0, size),
  };
}

function emptyCells(size: number, { variants, clusters }: KeyShape): ClusterCells {
  return {
    variants,
    clusters,
    cluster: new Int32Array(size),
    cell: new Int32Array(size),
    count: new Float64Array(size),
  };
}
