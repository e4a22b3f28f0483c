import { type Clusters, intersectClusters, numberClusters } from '../../statistics/clusters.ts';
import { type Warning, warningList } from '../../statistics/estimate.ts';
import { plackettLuce, type RankedSet } from '../../statistics/plackett-luce.ts';
import type { AbilityContrast, AbilityTable, VariantPair } from './ability-table.ts';
import type { CleanStudy } from './clean-study.ts';
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
  };
  if (fit.abilities === null) return { ...base, abilities: null, influence: [], contrasts: [] };
  const single = fit.influence.map((psi, d) =>
    psi.map((value) => value / (answers.distinct[d]?.count ?? 1)),
  );
  const sum = (clusters: Clusters): readonly Float64Array[] =>
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
    influence: byCase,
    contrasts: pairs.map((pair) => contrastOf(pair, abilities, errors)),
  };
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
  const found = new Map<string, number>();
  const distinct: {
    ranking: readonly (readonly number[])[];
    rest: readonly number[];
    count: number;
  }[] = [];
  const place = (ranking: readonly (readonly number[])[], rest: readonly number[]): number => {
    const key = `${ranking.join('>')}|${rest.join()}|${ranking.length}`;
    const at = found.get(key) ?? distinct.push({ ranking, rest, count: 0 }) - 1;
    found.set(key, at);
    const entry = distinct[at];
    if (entry !== undefined) entry.count += 1;
    return at;
  };
  const everyone = variants.map((_, i) => i);
  const fromVotes = votes.left.map((left, row) => {
    const right = votes.right[row] ?? 0;
    const outcome = votes.outcome[row];
    if (outcome === LEFT_BETTER) return place([[left]], [right]);
    if (outcome === RIGHT_BETTER) return place([[right]], [left]);
    return place([[Math.min(left, right), Math.max(left, right)]], []);
  });
  const fromChoices = choices.chosen.map((chosen) =>
    chosen < 0
      ? place([everyone], [])
      : place(
          [[chosen]],
          everyone.filter((i) => i !== chosen),
        ),
  );
  return {
    distinct,
    answer: Int32Array.from([...fromVotes, ...fromChoices]),
    cases: Int32Array.from([...votes.case, ...choices.case]),
    annotators: Int32Array.from([...votes.annotator, ...choices.annotator]),
  };
}

function sumByCluster(
  answer: Int32Array,
  { index, count }: Clusters,
  { single, size }: { readonly single: readonly Float64Array[]; readonly size: number },
): readonly Float64Array[] {
  const sums = Array.from({ length: count }, () => new Float64Array(size));
  answer.forEach((a, row) => {
    const into = sums[index[row] ?? 0];
    const psi = single[a];
    for (let i = 0; into !== undefined && i < size; i += 1) {
      into[i] = (into[i] ?? 0) + (psi?.[i] ?? 0);
    }
  });
  return sums;
}

interface Errors {
  readonly byCase: readonly Float64Array[];
  readonly byAnnotator: readonly Float64Array[] | null;
  readonly byBoth: readonly Float64Array[] | null;
}

function contrastOf(
  pair: VariantPair,
  abilities: readonly number[],
  { byCase, byAnnotator, byBoth }: Errors,
): AbilityContrast {
  const estimate = (abilities[pair[0]] ?? 0) - (abilities[pair[1]] ?? 0);
  const base = { pair, estimate };
  if (byCase.length < 2) {
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
    df: Math.min(byCase.length, byAnnotator?.length ?? byCase.length) - 1,
    warnings: guarded,
  };
}

function varianceOf(influence: readonly Float64Array[], [i, j]: VariantPair): number {
  const g = influence.length;
  const squares = influence.reduce((sum, psi) => sum + ((psi[i] ?? 0) - (psi[j] ?? 0)) ** 2, 0);
  return (squares * g) / (g - 1);
}
