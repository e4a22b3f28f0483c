import type { PairwiseSolution } from './pairwise-fit.ts';
import { sigmoid } from './pairwise-model.ts';

/** A rate that the model predicts, and how it changes with each parameter. */
interface RateAtEqualLength {
  readonly rate: number;
  readonly gradient: Float64Array;
}

/**
 * Question: how often does one of two variants win where the position term is zero? From Davidson's
 * model with d = b_i − b_j: σ(d) among decisive votes, and with ties as half (e^{d/2} +
 * ν/2)/(e^{d/2} + e^{−d/2} + ν), each with its gradient for the delta method. Cost: constant.
 */
export function ratesAtEqualLength(
  { parameters, tieIndex }: PairwiseSolution,
  [one, other]: readonly [number, number],
): readonly [decisive: RateAtEqualLength, score: RateAtEqualLength] {
  const d = (parameters[one] ?? 0) - (parameters[other] ?? 0);
  const nu = tieIndex === null ? 0 : Math.exp(parameters[tieIndex] ?? 0);
  const up = Math.exp(d / 2);
  const down = Math.exp(-d / 2);
  const all = up + down + nu;
  const decisive = sigmoid(d);
  const score = (up + nu / 2) / all;
  const bySkill = (up * all - (up + nu / 2) * (up - down)) / (2 * all * all);
  const byTies = (nu * (down - up)) / (2 * all * all);
  const gradientOf = (slope: number, tieSlope: number): Float64Array => {
    const gradient = new Float64Array(parameters.length);
    gradient[one] = slope;
    gradient[other] = -slope;
    if (tieIndex !== null) gradient[tieIndex] = tieSlope;
    return gradient;
  };
  return [
    { rate: decisive, gradient: gradientOf(decisive * (1 - decisive), 0) },
    { rate: score, gradient: gradientOf(bySkill, byTies) },
  ];
}
