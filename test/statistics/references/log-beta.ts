import { stirlingError } from '../../../src/statistics/numerics/special-functions.ts';

const HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI);

export function logBeta(a: number, b: number): number {
  const sum = a + b;
  const large = a * Math.log1p(-b / sum) + b * Math.log1p(-a / sum);
  const scale = HALF_LOG_TWO_PI + 0.5 * (Math.log(sum) - Math.log(a) - Math.log(b));
  return large + scale + stirlingError(a) + stirlingError(b) - stirlingError(sum);
}
