/**
 * Trapezoid sum of a function over [low, high]. For analytic functions that vanish at both ends
 * (Gaussian tails) the error falls exponentially with the number of points (Trefethen & Weideman
 * 2014), which is why nothing more elaborate is needed here.
 */
export function trapezoid(
  f: (x: number) => number,
  range: readonly [number, number],
  points: number,
): number {
  const [low, high] = range;
  const step = (high - low) / points;
  let sum = 0.5 * (f(low) + f(high));
  for (let i = 1; i < points; i += 1) sum += f(low + i * step);
  return sum * step;
}

/**
 * E[g(S)] for S = √(χ²_df / df), the scale that turns a normal into a t. Integrated over log S, where
 * the density is smooth down to one degree of freedom. Cost: `points` evaluations of g.
 */
export function expectationOverScale(g: (s: number) => number, df: number, points: number): number {
  const spread = 1 / Math.sqrt(2 * df);
  const range: readonly [number, number] = [-Math.max(9 * spread, 38 / df), 9 * spread];
  const weight = (w: number): number => Math.exp(df * (w - Math.expm1(2 * w) / 2));
  const total = trapezoid(weight, range, points);
  return trapezoid((w) => weight(w) * g(Math.exp(w)), range, points) / total;
}
