import {
  type Clusters,
  intersectClusters,
  numberClusters,
} from '../../statistics/intervals/clusters.ts';
import { type Warning, warningList } from '../../statistics/intervals/estimate.ts';
import { type PairRows, pairRowsFrom } from '../../statistics/pairwise/aggregate.ts';
import { connectivity } from '../../statistics/pairwise/connectivity.ts';
import { plackettLuce, type RankedSet } from '../../statistics/pairwise/plackett-luce.ts';
import type { AbilityContrast, AbilityTable, VariantPair } from './ability-table.ts';
import type { CleanStudy } from './clean-study.ts';
import { joinInts } from './columns.ts';
import { LEFT_BETTER, RIGHT_BETTER } from './study-data.ts';
import { ANNOTATORS_FOR_TWO_WAY } from './vote-clusters.ts';

/**
 * Plackett–Luce of choices among all variants, with votes on pairs as choices from two. One choice is
 * one observation, never a win over each of the others. Errors by case, by case and annotator from five
 * annotators on, with the factor G/(G − 1).
 */
export function abilitiesFromChoices(
  study: CleanStudy,
  pairs: readonly VariantPair[],
): AbilityTable {
  const answers = answersOf(study);
  const fit = plackettLuce(answers.distinct, study.variants.length);
  const base = {
    method: fit.method,
    n: fit.n,
    warnings: warningList(fit.warnings),
    strongGroups: connectivity(beatenPairs(answers, study.variants.length)).strongGroups,
  };
  if (fit.abilities === null) return { ...base, abilities: null, influence: [], contrasts: [] };
  const single = fit.influence.map((psi, d) =>
    psi.map((value) => value / (answers.distinct[d]?.count ?? 1)),
  );
  const sum = (clusters: Clusters): ClusterSums =>
    sumByCluster(answers.answer, clusters, { single, size: study.variants.length });
  const cases = numberClusters(answers.cases);
  const annotators = numberClusters(answers.annotators);
  const byCase = sum(cases);
  const isTwoWay = annotators.count >= ANNOTATORS_FOR_TWO_WAY;
  const errors: Errors = {
    byCase,
    byAnnotator: isTwoWay ? sum(annotators) : null,
    byBoth: isTwoWay ? sum(intersectClusters(cases, annotators)) : null,
  };
  const abilities = fit.abilities.map(({ estimate }) => estimate);
  return {
    ...base,
    abilities,
    influence: rowsOf(byCase),
    contrasts: pairs.map((pair) => contrastOf(pair, abilities, errors)),
  };
}

/** A chosen variant beat each of those shown with it; a tie goes both ways. */
function beatenPairs({ distinct }: Answers, variants: number): PairRows {
  const rows = distinct.flatMap(({ ranking: [best = []], rest = [], count }) => [
    ...best.flatMap((first) =>
      rest.map((second) => ({ first, second, firstWins: count, secondWins: 0 })),
    ),
    ...best.flatMap((first) =>
      best.map((second) => ({ first, second, firstWins: 0, secondWins: 0, ties: count })),
    ),
  ]);
  return pairRowsFrom(rows, variants);
}

interface Answers {
  /** Each different answer once, with how often it was given. */
  readonly distinct: readonly (RankedSet & { readonly count: number })[];
  /** For each judgement its place among the distinct ones. */
  readonly answer: Int32Array;
  readonly cases: Int32Array;
  readonly annotators: Int32Array;
}

function answersOf({ variants, votes, choices }: CleanStudy): Answers {
  const size = variants.length;
  const everyone = variants.map((_, i) => i);
  const distinct: AnswerCount[] = [];
  // Places by number: pairs by their winner, pairs that tied, choices by the chosen, all alike.
  const places = new Int32Array(2 * size * size + size + 1).fill(-1);
  const place = (number: number): number => {
    const known = places[number] ?? -1;
    const at = known < 0 ? distinct.push(answerOf(number, everyone)) - 1 : known;
    places[number] = at;
    const entry = distinct[at];
    if (entry !== undefined) entry.count += 1;
    return at;
  };
  const voted = votes.left.length;
  const answer = new Int32Array(voted + choices.chosen.length);
  for (let row = 0; row < voted; row += 1) {
    const left = votes.left[row] ?? 0;
    const right = votes.right[row] ?? 0;
    const outcome = votes.outcome[row];
    if (outcome === LEFT_BETTER) answer[row] = place(left * size + right);
    else if (outcome === RIGHT_BETTER) answer[row] = place(right * size + left);
    else answer[row] = place((size + Math.min(left, right)) * size + Math.max(left, right));
  }
  for (let row = 0; row < choices.chosen.length; row += 1) {
    const chosen = choices.chosen[row] ?? 0;
    answer[voted + row] = place(2 * size * size + (chosen < 0 ? size : chosen));
  }
  return {
    distinct,
    answer,
    cases: joinInts(votes.case, choices.case),
    annotators: joinInts(votes.annotator, choices.annotator),
  };
}

type AnswerCount = RankedSet & { count: number };

/** What an answer of this number says. */
function answerOf(number: number, everyone: readonly number[]): AnswerCount {
  const size = everyone.length;
  const first = Math.floor(number / size);
  const second = number % size;
  if (first < size) return { ranking: [[first]], rest: [second], count: 0 };
  if (first < 2 * size) return { ranking: [[first - size, second]], rest: [], count: 0 };
  if (first > 2 * size) return { ranking: [everyone], rest: [], count: 0 };
  return { ranking: [[second]], rest: everyone.filter((i) => i !== second), count: 0 };
}

/** One row of `size` numbers per cluster. */
interface ClusterSums {
  readonly sums: Float64Array;
  readonly count: number;
  readonly size: number;
}

function sumByCluster(
  answer: Int32Array,
  { index, count }: Clusters,
  { single, size }: { readonly single: readonly Float64Array[]; readonly size: number },
): ClusterSums {
  const sums = new Float64Array(count * size);
  for (let row = 0; row < answer.length; row += 1) {
    const psi = single[answer[row] ?? 0];
    const to = (index[row] ?? 0) * size;
    for (let i = 0; i < size; i += 1) sums[to + i] = (sums[to + i] ?? 0) + (psi?.[i] ?? 0);
  }
  return { sums, count, size };
}

function rowsOf({ sums, count, size }: ClusterSums): readonly Float64Array[] {
  return Array.from({ length: count }, (_, g) => sums.subarray(g * size, (g + 1) * size));
}

interface Errors {
  readonly byCase: ClusterSums;
  readonly byAnnotator: ClusterSums | null;
  readonly byBoth: ClusterSums | null;
}

function contrastOf(
  pair: VariantPair,
  abilities: readonly number[],
  { byCase, byAnnotator, byBoth }: Errors,
): AbilityContrast {
  const estimate = (abilities[pair[0]] ?? 0) - (abilities[pair[1]] ?? 0);
  const base = { pair, estimate };
  if (byCase.count < 2) {
    return { ...base, standardError: null, df: null, warnings: ['one_cluster'] };
  }
  const one = varianceOf(byCase, pair);
  const two = byAnnotator === null ? 0 : varianceOf(byAnnotator, pair);
  const raw = byBoth === null ? one : one + two - varianceOf(byBoth, pair);
  const variance = Math.max(raw, one, two);
  const guarded: readonly Warning[] = variance > raw ? ['two_way_guarded'] : [];
  return {
    ...base,
    standardError: Math.sqrt(variance),
    df: Math.min(byCase.count, byAnnotator?.count ?? byCase.count) - 1,
    warnings: guarded,
  };
}

function varianceOf({ sums, count, size }: ClusterSums, [i, j]: VariantPair): number {
  let squares = 0;
  for (let from = 0; from < sums.length; from += size) {
    squares += ((sums[from + i] ?? 0) - (sums[from + j] ?? 0)) ** 2;
  }
  return (squares * count) / (count - 1);
}
