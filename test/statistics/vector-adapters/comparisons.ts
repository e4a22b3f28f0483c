import type { Label } from '../../../src/statistics/intervals/clusters.ts';
import type { PairRow } from '../../../src/statistics/pairwise/aggregate.ts';
import { type Json, label, type VectorInput } from './vector-input.ts';

/** Pairwise data of a vector in any of its spellings, with items numbered. */
export interface Comparisons {
  readonly items: readonly Label[];
  readonly rows: readonly PairRow[];
  readonly reference: number | null;
}

export function readComparisons(input: VectorInput): Comparisons {
  const entries = readEntries(input);
  const given = input.get('items', 'players', 'labels');
  const items = Array.isArray(given) ? given.map(label) : namesOf(entries);
  const index = (name: Json): number => items.findIndex((item) => String(item) === String(name));
  const rows = entries.map(({ i, j, wins, ties, losses }) => ({
    first: index(i),
    second: index(j),
    firstWins: wins,
    secondWins: losses,
    ties,
  }));
  const reference = input.get('reference');
  return { items, rows, reference: reference === undefined ? null : index(reference) };
}

export interface Battle {
  readonly first: number;
  readonly second: number;
  readonly score: number;
}

/** Battles in the order of the vector, players numbered by first appearance unless listed. */
export function readBattles(input: VectorInput): {
  readonly items: readonly Label[];
  readonly battles: readonly Battle[];
} {
  const { items, rows } = readComparisons(input);
  return {
    items,
    battles: rows.map((row) => ({
      first: row.first,
      second: row.second,
      score: row.firstWins + (row.ties ?? 0) / 2,
    })),
  };
}

interface Entry {
  readonly i: Json;
  readonly j: Json;
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
}

function readEntries(input: VectorInput): readonly Entry[] {
  const plain = input.rows('pairs_i_j_winsI_winsJ').map(([i, j, wins, losses]) => ({
    i: i ?? null,
    j: j ?? null,
    wins: Number(wins),
    ties: 0,
    losses: Number(losses),
  }));
  const tied = input.rows('pairs_i_j_winsI_ties_winsJ').map(([i, j, wins, ties, losses]) => ({
    i: i ?? null,
    j: j ?? null,
    wins: Number(wins),
    ties: Number(ties),
    losses: Number(losses),
  }));
  const battles = input.rows('battles_i_j_score', 'battles').map(([i, j, score]) => ({
    i: i ?? null,
    j: j ?? null,
    wins: score === 1 ? 1 : 0,
    ties: score === 0.5 ? 1 : 0,
    losses: score === 0 ? 1 : 0,
  }));
  return [...plain, ...tied, ...battles, ...winMatrixEntries(input)];
}

function winMatrixEntries(input: VectorInput): readonly Entry[] {
  const wins = input.numberRows('wins_matrix', 'wins_i_over_j');
  const names = input.rows('items').length > 0 ? [] : (input.get('items') ?? []);
  const items = Array.isArray(names) && names.length > 0 ? names : wins.map((_, i) => i + 1);
  return wins.flatMap((row, i) =>
    row.slice(i + 1).map((count, offset) => {
      const j = i + 1 + offset;
      return {
        i: items[i] ?? null,
        j: items[j] ?? null,
        wins: count,
        ties: 0,
        losses: wins[j]?.[i] ?? 0,
      };
    }),
  );
}

function namesOf(entries: readonly Entry[]): readonly Label[] {
  return [...new Set(entries.flatMap(({ i, j }) => [label(i), label(j)]))];
}
