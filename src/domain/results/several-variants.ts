import type { ResultEstimate } from '../../contract/results/result-estimates.ts';
import type { SeveralVariants } from '../../contract/results/results.ts';
import { interval } from '../../statistics/intervals/estimate.ts';
import {
  allPairs,
  rankRanges,
  type SimultaneousIntervals,
  simultaneousIntervals,
} from '../../statistics/intervals/multiplier-bootstrap.ts';
import { tCritical } from '../../statistics/numerics/distributions.ts';
import { createRandom } from '../../statistics/numerics/random.ts';
import { type PairRow, pairRowsFrom } from '../../statistics/pairwise/aggregate.ts';
import { type Connectivity, connectivity } from '../../statistics/pairwise/connectivity.ts';
import { quasiVariances } from '../../statistics/pairwise/quasi-variance.ts';
import { asymptoticSequence } from '../../statistics/sequences/mixture-sequences.ts';
import { type AbilityTable, abilitiesFromPairs, type VariantPair } from './ability-table.ts';
import { abilitiesFromChoices } from './choice-abilities.ts';
import type { CleanStudy } from './clean-study.ts';
import { type PairPoints, pairPoints, variantPoints } from './pair-points.ts';
import {
  noEstimateYet,
  presentEstimate,
  presentInterval,
  resultWarnings,
} from './present-estimate.ts';
import { asShare, rateOver } from './rate-over.ts';
import { ALL_BAD, ALL_GOOD } from './study-data.ts';
import type { CountedVotes } from './vote-clusters.ts';

/** Random signs behind the simultaneous intervals. */
export const DRAWS = 2000;

export interface SeveralVariantsResult {
  readonly block: SeveralVariants;
  readonly abilities: AbilityTable;
  readonly joint: SimultaneousIntervals;
  readonly pairs: readonly PairPoints[];
}

/** Three or more variants on one scale, with differences and ranks that hold jointly. */
export function summarizeSeveralVariants(
  study: CleanStudy,
  counted: CountedVotes,
): SeveralVariantsResult {
  const order = allPairs(study.variants.length).map(([i, j]): VariantPair => [j, i]);
  const abilities =
    study.choices.chosen.length > 0
      ? abilitiesFromChoices(study, order)
      : abilitiesFromPairs(study, counted, order);
  const isMixed = study.choices.chosen.length > 0 && study.votes.case.length > 0;
  const joint = jointIntervals(study, abilities);
  const pairs = pairPoints(study);
  const graph = connectivity(pairRowsFrom(comparisons(study, counted), study.variants.length));
  return {
    block: {
      method: abilities.method,
      warnings: resultWarnings(
        abilities.warnings,
        joint.warnings,
        isMixed ? ['mixed_methods'] : [],
      ),
      variants: rankedVariants(study, abilities, joint),
      differences: differences(study, abilities, joint),
      win_matrix: pairs.map((pair) => winCell(study, pair)),
      connectivity: presentGraph(study, graph),
      choices: {
        total: study.choices.chosen.length,
        all_good: study.choices.chosen.filter((chosen) => chosen === ALL_GOOD).length,
        all_bad: study.choices.chosen.filter((chosen) => chosen === ALL_BAD).length,
      },
    },
    abilities,
    joint,
    pairs,
  };
}

function jointIntervals(study: CleanStudy, table: AbilityTable): SimultaneousIntervals {
  const { level: confidence, seed } = study.settings;
  return simultaneousIntervals(
    {
      estimates: table.abilities ?? [],
      influence: table.influence,
      pairs: table.contrasts.map(({ pair }) => pair),
      standardErrors: table.contrasts.map(({ standardError }) => standardError ?? 0),
      degreesOfFreedom: table.contrasts.map(({ df }) => df ?? 1),
    },
    { random: createRandom(seed), confidence, draws: DRAWS },
  );
}

function rankedVariants(
  study: CleanStudy,
  table: AbilityTable,
  joint: SimultaneousIntervals,
): SeveralVariants['variants'] {
  const size = study.variants.length;
  const ranks = rankRanges(size, joint.contrasts);
  const errors = comparableErrors(table, size);
  const isEarly = table.influence.length < LEAST_CASES;
  const df = Math.min(...table.contrasts.map((contrast) => contrast.df ?? 1));
  const { level } = study.settings;
  return variantPoints(study).map((points, i) => {
    const rate = rateOver(points, level);
    const ability = table.abilities?.[i];
    const se = errors[i] ?? null;
    const half = se === null ? Number.NaN : tCritical(level, df) * se;
    return {
      variant: study.variants[i] ?? '',
      ability:
        ability === undefined
          ? noEstimateYet(table.method, 'not_identified')
          : presentEstimate({
              estimate: ability,
              interval: interval(ability - half, ability + half, level),
              method: `${table.method}.quasi-variance`,
              n: table.n,
              nClusters: table.influence.length,
              warnings: se === null ? [isEarly ? 'few_clusters' : 'zero_variance'] : [],
            }),
      win_rate: presentEstimate(rate(points.value)),
      both_bad_rate: presentEstimate(asShare(rate(points.bothBad))),
      rank_best: ranks[i]?.best ?? 1,
      rank_worst: ranks[i]?.worst ?? size,
    };
  });
}

/** With fewer the variances of the differences contradict each other too much to be shared out. */
const LEAST_CASES = 10;

/** Errors whose squares add up to the variances of the differences, so that eyes may compare. */
function comparableErrors(table: AbilityTable, size: number): readonly (number | null)[] {
  if (table.influence.length < LEAST_CASES) return [];
  const halves = new Float64Array(size * size);
  for (const { pair, standardError } of table.contrasts) {
    const [i, j] = pair;
    const half = (standardError ?? 0) ** 2 / 2;
    halves[i * size + j] = -half;
    halves[j * size + i] = -half;
  }
  const found = quasiVariances(halves, size);
  return found.warnings.length > 0 ? [] : (found.standardErrors ?? []);
}

function differences(
  study: CleanStudy,
  table: AbilityTable,
  joint: SimultaneousIntervals,
): SeveralVariants['differences'] {
  return table.contrasts.map(({ pair, estimate, standardError, warnings }, c) => {
    const found = joint.contrasts[c];
    return {
      variant: study.variants[pair[0]] ?? '',
      against: study.variants[pair[1]] ?? '',
      difference: {
        estimate,
        interval: presentInterval(found?.interval ?? null, 'simultaneous'),
        method: `${table.method}.${joint.method}`,
        n: table.n,
        clusters: joint.nClusters,
        warnings: [...warnings],
      },
      adjusted_p: found?.interval == null ? null : found.adjustedP,
      always_valid: alwaysValid(study, table, { estimate, standardError }),
    };
  });
}

/** Holds for every difference and at every look; needs many cases. */
function alwaysValid(
  study: CleanStudy,
  table: AbilityTable,
  { estimate, standardError }: { readonly estimate: number; readonly standardError: number | null },
): ResultEstimate {
  const cases = table.influence.length;
  if (standardError === null || !(standardError > 0)) {
    return noEstimateYet('always-valid.asymptotic', 'zero_variance');
  }
  const alpha = (1 - study.settings.level) / Math.max(1, table.contrasts.length);
  const sequence = asymptoticSequence(
    { estimate, t: cases, sd: standardError * Math.sqrt(cases) },
    { alpha, tOpt: Math.max(30, study.cases) },
  );
  return presentEstimate(sequence, 'always_valid');
}

function winCell(study: CleanStudy, pair: PairPoints): SeveralVariants['win_matrix'][number] {
  let tied = 0;
  let bothBad = 0;
  for (let row = 0; row < pair.value.length; row += 1) {
    if (pair.value[row] === 0.5) tied += 1;
    if (pair.bothBad[row] === 1) bothBad += 1;
  }
  return {
    variant: study.variants[pair.variant] ?? '',
    against: study.variants[pair.against] ?? '',
    win_rate: presentEstimate(rateOver(pair, study.settings.level)(pair.value)),
    votes: pair.value.length,
    ties: tied - bothBad,
    both_bad: bothBad,
  };
}

/** Who was compared with whom: by votes on pairs and by choices among all. */
function comparisons(study: CleanStudy, { rows }: CountedVotes): readonly PairRow[] {
  const voted = Array.from(rows.first, (first, r) => ({
    first,
    second: rows.second[r] ?? 0,
    firstWins: rows.firstWins[r] ?? 0,
    secondWins: rows.secondWins[r] ?? 0,
    ties: rows.ties[r] ?? 0,
  }));
  const chosen = [...new Set(study.choices.chosen)].flatMap((winner) =>
    allPairs(study.variants.length).map(([first, second]) => ({
      first,
      second,
      firstWins: winner === first ? 1 : 0,
      secondWins: winner === second ? 1 : 0,
      ties: winner < 0 ? 1 : 0,
    })),
  );
  return [...voted, ...chosen];
}

function presentGraph(
  { variants }: CleanStudy,
  graph: Connectivity,
): SeveralVariants['connectivity'] {
  return {
    groups: graph.groups.map((group) => group.map((i) => variants[i] ?? '')),
    connected: graph.groups.length <= 1,
    identified_without_prior: graph.mleExists,
  };
}
