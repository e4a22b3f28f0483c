import { invertSymmetric, type Matrix } from '../../../src/statistics/numerics/linalg.ts';
import {
  type AbilityFit,
  type AbilityOptions,
  describeAbility,
  fitAbilities,
  moveOrigin,
} from '../../../src/statistics/pairwise/ability-fit.ts';
import type { PairRows } from '../../../src/statistics/pairwise/aggregate.ts';
import { bradleyTerryModel, sigmoid } from '../../../src/statistics/pairwise/pairwise-model.ts';

/**
 * Bradley–Terry abilities with Firth's bias reduction: the penalty ½ log det of the information adds half
 * of each pair's leverage to the wins of both sides, so the plain fit is repeated with such wins until
 * the leverages stay. Errors from the information of the votes alone. Reference: Firth 1993.
 */
export function firthBradleyTerry(
  rows: PairRows,
  { origin = 'mean' }: Pick<AbilityOptions, 'origin'> = {},
): AbilityFit {
  let leverage: Float64Array = new Float64Array(rows.first.length).fill(1);
  for (let round = 0; round < 500; round += 1) {
    const fit = fitAbilities(withHalves(rows, leverage), bradleyTerryModel, { ghost: 0 });
    const covariance = fit.solution && covarianceAt(fit.solution.parameters, rows);
    if (fit.solution === null || covariance === null) return fit;
    const solution = { ...fit.solution, covariance };
    const next = leverages(solution.parameters, covariance, rows);
    const change = Math.max(...next.map((h, r) => Math.abs(h - (leverage[r] ?? 0))));
    leverage = next;
    if (change > 1e-12) continue;
    const moved = moveOrigin(solution, origin);
    const abilities = moved.abilities.map((b, i) =>
      describeAbility(b, moved.covariance[i * rows.variants + i] ?? 0, 0.95),
    );
    return { ...fit, method: 'bradley-terry.firth', abilities, covariance: moved.covariance };
  }
  throw new Error('Firth’s leverages did not settle within 500 rounds');
}

function withHalves(rows: PairRows, leverage: Float64Array): PairRows {
  return {
    ...rows,
    firstWins: rows.firstWins.map((wins, r) => wins + (leverage[r] ?? 0) / 2),
    secondWins: rows.secondWins.map((wins, r) => wins + (leverage[r] ?? 0) / 2),
  };
}

/** n p (1 − p) of each pair's votes. */
function weightsAt(parameters: Float64Array, rows: PairRows): Float64Array {
  return rows.firstWins.map((wins, r) => {
    const d = (parameters[rows.first[r] ?? 0] ?? 0) - (parameters[rows.second[r] ?? 0] ?? 0);
    const n = wins + (rows.secondWins[r] ?? 0) + (rows.ties[r] ?? 0);
    return n * sigmoid(d) * sigmoid(-d);
  });
}

/** Inverse information of the votes, variant 0 fixed. */
function covarianceAt(parameters: Float64Array, rows: PairRows): Matrix | null {
  const k = rows.variants;
  const information = new Float64Array((k - 1) ** 2);
  const add = (i: number, j: number, value: number): void => {
    if (i === 0 || j === 0) return;
    const at = (i - 1) * (k - 1) + j - 1;
    information[at] = (information[at] ?? 0) + value;
  };
  weightsAt(parameters, rows).forEach((weight, r) => {
    const i = rows.first[r] ?? 0;
    const j = rows.second[r] ?? 0;
    add(i, i, weight);
    add(j, j, weight);
    add(i, j, -weight);
    add(j, i, -weight);
  });
  const inverse = invertSymmetric(information, k - 1);
  if (inverse === null) return null;
  return Float64Array.from({ length: k * k }, (_, at) => {
    const i = Math.floor(at / k);
    const j = at % k;
    return i === 0 || j === 0 ? 0 : (inverse[(i - 1) * (k - 1) + j - 1] ?? 0);
  });
}

function leverages(parameters: Float64Array, covariance: Matrix, rows: PairRows): Float64Array {
  const at = (i: number, j: number): number => covariance[i * rows.variants + j] ?? 0;
  return weightsAt(parameters, rows).map((weight, r) => {
    const i = rows.first[r] ?? 0;
    const j = rows.second[r] ?? 0;
    return weight * (at(i, i) + at(j, j) - 2 * at(i, j));
  });
}
