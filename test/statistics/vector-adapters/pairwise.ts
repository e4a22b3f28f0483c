import {
  intersectClusters,
  type Label,
  numberClusters,
} from '../../../src/statistics/intervals/clusters.ts';
import type { Matrix } from '../../../src/statistics/numerics/linalg.ts';
import {
  type AbilityFit,
  type AbilityOptions,
  moveOrigin,
} from '../../../src/statistics/pairwise/ability-fit.ts';
import {
  type ClusterCells,
  pairRowsFrom,
  tieCount,
} from '../../../src/statistics/pairwise/aggregate.ts';
import { davidson } from '../../../src/statistics/pairwise/davidson.ts';
import { positionEffect } from '../../../src/statistics/pairwise/position-effect.ts';
import { bradleyTerry, bradleyTerryPosition } from '../references/bradley-terry.ts';
import { clusterCells } from '../references/cluster-cells.ts';
import { clusteredCovariance, voteSandwich } from '../references/clustered-covariance.ts';
import { eloRatings } from '../references/elo.ts';
import { firthBradleyTerry } from '../references/firth.ts';
import { quasiVariances } from '../references/quasi-variance.ts';
import { raoKupper } from '../references/rao-kupper.ts';
import { ratingScale } from '../references/rating-scale.ts';
import { readBattles, readComparisons } from './comparisons.ts';
import {
  type Adapter,
  byItem,
  type JsonObject,
  list,
  type Outcome,
  type VectorInput,
} from './vector-input.ts';

const maximumLikelihood: Adapter = (input, expected, method) => {
  if (positionKeys(expected).length > 0) return position(input, expected, method);
  const { items, rows, reference } = readComparisons(input);
  const columns = pairRowsFrom(rows, items.length);
  const fit = bradleyTerry(columns, { ...penaltyOf(input), origin: reference ?? 'mean' });
  const free = items.map((_, i) => i).filter((i) => i !== reference);
  const order = list(expected['vcov_order']).map((name) =>
    items.findIndex((item) => String(item) === String(name)),
  );
  const quasi = fit.covariance === null ? null : quasiVariances(fit.covariance, items.length);
  return {
    ...abilityKeys(fit, items, expected),
    mle_exists: fit.connectivity.mleExists,
    components: fit.connectivity.strongGroups.map((group) => group.map((i) => items[i])),
    vcov: submatrix(fit.covariance, items.length, order.length > 0 ? order : free),
    vcov_order: (order.length > 0 ? order : free).map((i) => items[i]),
    residual_deviance: fit.residualDeviance,
    null_deviance: fit.nullDeviance,
    loglik: fit.logLikelihood,
    quasi_se: byItem(expected['quasi_se'], items, (i) => quasi?.standardErrors?.[i] ?? null),
    quasi_variance: byItem(
      expected['quasi_variance'],
      items,
      (i) => quasi?.quasiVariances?.[i] ?? null,
    ),
  };
};

const ghostMap: Adapter = (input, expected) => {
  const { items, rows } = readComparisons(input);
  const columns = pairRowsFrom(rows, items.length);
  const ghost = Number(input.get('pseudo_wins_and_losses_vs_ghost', 'npseudo', 'ghost') ?? 0.5);
  const fit = bradleyTerry(columns, { ghost, origin: 'ghost' });
  const size = items.length;
  return {
    ...abilityKeys(fit, items, expected),
    mle_exists: fit.connectivity.mleExists,
    log_ability_ghost_zero: byItem(expected['log_ability_ghost_zero'], items, (i) =>
      abilityAt(fit, i),
    ),
    posterior_mode_covariance_diag: byItem(
      expected['posterior_mode_covariance_diag'],
      items,
      (i) => fit.covariance?.[i * size + i] ?? null,
    ),
    posterior_mode_covariance: submatrix(
      fit.covariance,
      size,
      items.map((_, i) => i),
    ),
  };
};

function withTies(
  model: typeof davidson,
  names: { readonly log: string; readonly plain: string },
): Adapter {
  return (input, expected) => {
    const { items, rows, reference } = readComparisons(input);
    const spelled = positionKeys(expected);
    const fit = model(pairRowsFrom(rows, items.length), {
      ...penaltyOf(input),
      origin: reference ?? 'mean',
      position: spelled.length > 0 ? 'fit' : 'ignore',
    });
    const tie = fit.tie?.estimate ?? null;
    return {
      ...abilityKeys(fit, items, expected),
      ...Object.fromEntries(
        spelled.map((key) => [
          key,
          key.startsWith('se') ? fit.position?.standardError : fit.position?.estimate,
        ]),
      ),
      [names.log]: tie,
      [names.plain]: tie === null ? null : Math.exp(tie),
      [`se_${names.log}`]: fit.tie?.standardError ?? null,
      loglik_without_binomial_coefficients: fit.logLikelihood,
      loglik: fit.logLikelihood,
    };
  };
}

const position: Adapter = (input, expected) => {
  const { items, rows, reference } = readComparisons(input);
  const columns = pairRowsFrom(rows, items.length);
  const options: AbilityOptions = { ...penaltyOf(input), origin: reference ?? 0 };
  const fit = bradleyTerry(columns, { ...options, position: 'fit' });
  // Without ties Davidson's model, which the product fits, is Bradley and Terry's.
  const effect =
    tieCount(columns) === 0
      ? positionEffect(columns, options)
      : bradleyTerryPosition(columns, options);
  const named = (
    key: string,
    ability: (i: number) => number | null,
    own: number | null,
  ): unknown => {
    const names = Object.keys(expected[key] ?? {});
    return Object.fromEntries(
      names.map((name) => {
        const i = items.findIndex((item) => String(item) === name);
        return [name, i >= 0 ? ability(i) : own];
      }),
    );
  };
  return {
    ...abilityKeys(fit, items, expected),
    ...Object.fromEntries(
      positionKeys(expected).map((key) => [
        key,
        key.startsWith('se') ? effect.standardError : effect.estimate,
      ]),
    ),
    coef: named('coef', (i) => abilityAt(fit, i), effect.estimate),
    se: named('se', (i) => fit.abilities?.[i]?.standardError ?? null, effect.standardError),
    position: effect.estimate,
    se_position: effect.standardError,
    lr_chi2: effect.likelihoodRatio,
    p_lr: effect.pValue,
    residual_deviance: fit.residualDeviance,
    null_deviance: fit.nullDeviance,
  };
};

const clusterRobust: Adapter = (input, expected) => {
  const { items, votes, annotators, pairs } = readVoteStrings(input);
  const reference = items.findIndex((item) => String(item) === String(input.get('reference')));
  const rows = pairRowsFrom(
    votes.first.map((first, v) => ({
      first,
      second: votes.second[v] ?? 0,
      firstWins: votes.outcome[v] === 0 ? 1 : 0,
      secondWins: votes.outcome[v] === 1 ? 1 : 0,
      ties: votes.outcome[v] === 2 ? 1 : 0,
    })),
    items.length,
  );
  const fit = bradleyTerry(rows, { ghost: 0, origin: reference >= 0 ? reference : 0 });
  if (fit.solution === null) return {};
  const solution = fit.solution;
  const group = (labels: readonly number[]): ClusterCells => {
    const clusters = numberClusters(labels);
    return clusterCells(votes, clusters.index, {
      variants: items.length,
      clusters: clusters.count,
    });
  };
  const byAnnotator = group(annotators);
  const byPair = group(pairs);
  const both = intersectClusters(numberClusters(annotators), numberClusters(pairs));
  const byBoth = group(Array.from(both.index));
  const one = clusteredCovariance(solution, byAnnotator, 'none');
  const pairCov = clusteredCovariance(solution, byPair, 'none');
  const bothCov = clusteredCovariance(solution, byBoth, 'none');
  const twoWay = one.map((value, i) => value + (pairCov[i] ?? 0) - (bothCov[i] ?? 0));
  const errors = (key: string, covariance: Matrix): unknown => {
    const moved = moveOrigin({ ...solution, covariance }, reference >= 0 ? reference : 0);
    return byItem(expected[key], items, (i) =>
      Math.sqrt(Math.max(0, moved.covariance[i * items.length + i] ?? 0)),
    );
  };
  const named: readonly (readonly [string, Matrix])[] = [
    ['se_model', solution.covariance],
    ['se_robust_HC0', voteSandwich(solution, byAnnotator)],
    ['se_cluster_annotator_HC0', one],
    ['se_cluster_annotator_HC0_G_over_Gm1', clusteredCovariance(solution, byAnnotator, 'cr1')],
    ['se_cluster_pair_HC0', pairCov],
    ['se_cluster_pair_HC0_G_over_Gm1', clusteredCovariance(solution, byPair, 'cr1')],
    ['se_twoway_annotator_pair_HC0_noadj', twoWay],
  ];
  return {
    ability: byItem(expected['ability'], items, (i) => abilityAt(fit, i)),
    ...Object.fromEntries(named.map(([key, covariance]) => [key, errors(key, covariance)])),
    n_obs: votes.first.length,
    n_annotators: byAnnotator.clusters,
    n_pairs: byPair.clusters,
  };
};

const ratings: Adapter = (input) => {
  const { items, rows } = readComparisons(input);
  const fit = bradleyTerry(pairRowsFrom(rows, items.length), { ghost: 0, origin: 'mean' });
  const scale = {
    base: input.number('base', 10),
    scale: input.number('scale', 400),
    offset: Number(input.get('init_rating', 'initial') ?? 1000),
  };
  return Object.fromEntries(
    items.map((item, i) => [String(item), ratingScale(abilityAt(fit, i) ?? 0, scale)]),
  );
};

const elo: Adapter = (input) => {
  const { items, battles } = readBattles(input);
  const { ratings: values } = eloRatings(battles, items.length, {
    k: Number(input.get('k', 'K') ?? 32),
    initial: Number(input.get('initial', 'init_rating') ?? 1000),
    base: input.number('base', 10),
    scale: input.number('scale', 400),
  });
  return Object.fromEntries(items.map((item, i) => [String(item), values[i] ?? null]));
};

const firth: Adapter = (input, expected) => {
  const { items, rows, reference } = readComparisons(input);
  const fit = firthBradleyTerry(pairRowsFrom(rows, items.length), { origin: reference ?? 'mean' });
  return abilityKeys(fit, items, expected);
};

const tiesAsLogNu = withTies(davidson, { log: 'log_nu', plain: 'nu' });
const tiesAsLogTheta = withTies(raoKupper, { log: 'log_theta', plain: 'theta' });

export const pairwiseAdapters: Readonly<Record<string, Adapter>> = {
  bradley_terry: maximumLikelihood,
  bradley_terry_mle: maximumLikelihood,
  bradley_terry_mle_ties_half: maximumLikelihood,
  bradley_terry_firth: firth,
  quasi_variance: maximumLikelihood,
  bradley_terry_map_ghost: ghostMap,
  bradley_terry_davidson: tiesAsLogNu,
  bradley_terry_rao_kupper: tiesAsLogTheta,
  bradley_terry_position_effect: position,
  bradley_terry_home_effect: position,
  bradley_terry_home_advantage: position,
  bradley_terry_order_effect: position,
  bradley_terry_cluster_robust: clusterRobust,
  fastchat_bt_ratings: ratings,
  elo,
};

function penaltyOf(input: VectorInput): AbilityOptions {
  const ghost = Number(input.get('pseudo_wins_and_losses_vs_ghost', 'npseudo', 'ghost') ?? 0);
  return { ghost };
}

/** Spellings of the advantage of the first place, without "coef" and "vcov_order". */
function positionKeys(expected: JsonObject): readonly string[] {
  return Object.keys(expected).filter((key) => /home|first|position|order_effect/.test(key));
}

function abilityAt(fit: AbilityFit, i: number): number | null {
  return fit.abilities?.[i]?.estimate ?? null;
}

/** The spellings under which vectors expect abilities, worths and their errors. */
function abilityKeys(fit: AbilityFit, items: readonly Label[], expected: JsonObject): Outcome {
  const worths = items.map((_, i) => Math.exp(abilityAt(fit, i) ?? Number.NaN));
  const total = worths.reduce((sum, w) => sum + w, 0);
  const logMean =
    items.reduce<number>((sum, _, i) => sum + (abilityAt(fit, i) ?? 0), 0) / items.length;
  const values: Readonly<Record<string, (i: number) => number | null>> = {
    ability: (i) => abilityAt(fit, i),
    log_ability: (i) => abilityAt(fit, i),
    se: (i) => fit.abilities?.[i]?.standardError ?? null,
    se_vs_reference: (i) => fit.abilities?.[i]?.standardError ?? null,
    se_ability: (i) => fit.abilities?.[i]?.standardError ?? null,
    se_log_ability: (i) => fit.abilities?.[i]?.standardError ?? null,
    worth: (i) => worths[i] ?? null,
    worth_sum1: (i) => (worths[i] ?? 0) / total,
    worth_geomean1: (i) => Math.exp((abilityAt(fit, i) ?? 0) - logMean),
  };
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(expected)) {
    const against = /^log_ability_minus_(.+)$/.exec(key)?.[1];
    const value = values[key];
    if (value !== undefined) result[key] = byItem(expected[key], items, value);
    if (against === undefined) continue;
    const origin = items.findIndex((item) => String(item) === against);
    result[key] = byItem(
      expected[key],
      items,
      (i) => (abilityAt(fit, i) ?? Number.NaN) - (abilityAt(fit, origin) ?? Number.NaN),
    );
  }
  return result;
}

function submatrix(matrix: Matrix | null, size: number, keep: readonly number[]): unknown {
  return matrix === null ? null : keep.map((i) => keep.map((j) => matrix[i * size + j] ?? 0));
}

/** Votes written as one string per annotator with one symbol per pair "X vs Y". */
function readVoteStrings(input: VectorInput) {
  const items = list(input.get('items')).map(String);
  const pairs = list(input.get('pairs')).map((pair) => String(pair).split(' vs '));
  const votes: Record<'first' | 'second' | 'outcome', number[]> = {
    first: [],
    second: [],
    outcome: [],
  };
  const annotators: number[] = [];
  const pairOf: number[] = [];
  list(input.get('rows_one_string_per_annotator')).forEach((row, annotator) => {
    [...String(row)].forEach((symbol, p) => {
      if (symbol !== '0' && symbol !== '1' && symbol !== '2') return;
      votes.first.push(items.indexOf(pairs[p]?.[0] ?? ''));
      votes.second.push(items.indexOf(pairs[p]?.[1] ?? ''));
      votes.outcome.push(symbol === '1' ? 0 : symbol === '2' ? 1 : 2);
      annotators.push(annotator);
      pairOf.push(p);
    });
  });
  return { items, votes, annotators, pairs: pairOf };
}
