import { createRandom, type Random } from '../../../src/statistics/numerics/random.ts';

export interface Rate {
  readonly rate: number;
  readonly repeats: number;
  /** Monte Carlo standard error of the rate at the mark it is compared with. */
  readonly errorAt: (mark: number) => number;
}

/** Share of repeats in which the trial returns true; each repeat has its own seeded generator. */
export function shareOf(repeats: number, seed: number, trial: (random: Random) => boolean): Rate {
  let hits = 0;
  for (let r = 0; r < repeats; r += 1) if (trial(repeatedRandom(seed, r))) hits += 1;
  return rateOf(hits / repeats, repeats);
}

export function repeatedRandom(seed: number, repeat: number): Random {
  return createRandom(seed * 1_000_003 + repeat);
}

export function rateOf(rate: number, repeats: number): Rate {
  const errorAt = (mark: number): number => Math.sqrt((mark * (1 - mark)) / repeats);
  return { rate, repeats, errorAt };
}

/** A mark is missed only by more than two Monte Carlo standard errors. */
export function atLeast({ rate, errorAt }: Rate, mark: number): boolean {
  return rate >= mark - 2 * errorAt(mark);
}

export function atMost({ rate, errorAt }: Rate, mark: number): boolean {
  return rate <= mark + 2 * errorAt(mark);
}

export function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/** E σ(centre + sd·Z). */
export function meanLogistic(centre: number, sd: number): number {
  return sd === 0 ? logistic(centre) : meanOverNormal((z) => logistic(centre + sd * z));
}

/** E f(Z), by the trapezoid rule over the normal. */
export function meanOverNormal(f: (z: number) => number): number {
  let sum = 0;
  let total = 0;
  for (let z = -8; z <= 8; z += 0.01) {
    const weight = Math.exp((-z * z) / 2);
    sum += weight * f(z);
    total += weight;
  }
  return sum / total;
}
