/**
 * Root of a continuous function between two points of opposite sign (Brent 1973: bisection guarded
 * inverse quadratic interpolation). Resolves to the spacing of doubles around the root. When the
 * signs do not differ, the end with the smaller absolute value is returned.
 */
export function findRoot(f: (x: number) => number, low: number, high: number): number {
  let a = low;
  let b = high;
  let fa = f(a);
  let fb = f(b);
  if (fa === 0) return a;
  if (fb === 0) return b;
  if (Math.sign(fa) === Math.sign(fb)) return Math.abs(fa) < Math.abs(fb) ? a : b;
  let c = a;
  let fc = fa;
  let step = b - a;
  let previousStep = step;
  for (let iteration = 0; iteration < 2000; iteration += 1) {
    if (Math.abs(fc) < Math.abs(fb)) [a, b, c, fa, fb, fc] = [b, c, b, fb, fc, fb];
    const tolerance = 2 * Number.EPSILON * Math.abs(b) + Number.MIN_VALUE;
    const half = (c - b) / 2;
    if (Math.abs(half) <= tolerance || fb === 0) return b;
    const trial = Math.abs(previousStep) >= tolerance && Math.abs(fa) > Math.abs(fb);
    const proposal = trial ? interpolatedStep({ a, b, c, fa, fb, fc }) : half;
    const limit = Math.min(3 * Math.abs(half) - tolerance, Math.abs(previousStep));
    const usable = trial && proposal * half > 0 && 2 * Math.abs(proposal) < limit;
    previousStep = usable ? step : half;
    step = usable ? proposal : half;
    a = b;
    fa = fb;
    b += Math.abs(step) > tolerance ? step : Math.sign(half) * tolerance;
    fb = f(b);
    if (Math.sign(fb) === Math.sign(fc)) {
      c = a;
      fc = fa;
      step = b - a;
      previousStep = step;
    }
  }
  return b;
}

/**
 * Doubles the distance to `low` until f changes sign, then solves. For decreasing f with f(low) >
 * 0.
 */
export function findRootAbove(f: (x: number) => number, low: number): number {
  let left = low;
  let width = Math.max(1, Math.abs(low));
  for (let doubling = 0; doubling < 1000; doubling += 1) {
    const right = left + width;
    if (!(f(right) > 0)) return findRoot(f, left, right);
    left = right;
    width *= 2;
  }
  return left;
}

interface Bracket {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly fa: number;
  readonly fb: number;
  readonly fc: number;
}

function interpolatedStep({ a, b, c, fa, fb, fc }: Bracket): number {
  if (a === c) return (-fb * (b - a)) / (fb - fa);
  const q = fa / fc;
  const r = fb / fc;
  const s = fb / fa;
  const top = s * ((c - b) * q * (q - r) - (b - a) * (r - 1));
  return -top / ((q - 1) * (r - 1) * (s - 1));
}
