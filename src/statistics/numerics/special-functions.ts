/**
 * Special functions written for small relative error in the tails: the mass of a binomial or
 * Poisson term comes from Loader's saddle-point form (2000, "Fast and accurate computation of
 * binomial probabilities"), which avoids the cancellation of large log-gammas, and the incomplete
 * beta and gamma functions multiply such a term by a continued fraction or series.
 */
export interface TwoTails {
  readonly lower: number;
  readonly upper: number;
}

const HALF_LOG_TWO_PI = 0.9189385332046727;

export function binomialMass(k: number, n: number, p: number): number {
  return binomialTerm(k, n, p, 1 - p);
}

/**
 * Both tails of the regularised incomplete beta; the complement of x is given to keep its digits.
 */
export function incompleteBeta(x: number, complement: number, a: number, b: number): TwoTails {
  if (!(x > 0)) return { lower: 0, upper: 1 };
  if (!(complement > 0)) return { lower: 1, upper: 0 };
  if (x <= (a + 1) / (a + b + 2)) {
    const lower = betaLowerTail(x, complement, a, b);
    return { lower, upper: 1 - lower };
  }
  const upper = betaLowerTail(complement, x, b, a);
  return { lower: 1 - upper, upper };
}

/** Both tails of the regularised incomplete gamma function, P(a, x) and Q(a, x). */
export function incompleteGamma(a: number, x: number): TwoTails {
  if (!(x > 0)) return { lower: 0, upper: 1 };
  const term = poissonTerm(a, x);
  if (x < a + 1) {
    const lower = Math.min(1, term * gammaSeries(a, x));
    return { lower, upper: 1 - lower };
  }
  const upper = Math.min(1, term * a * gammaFraction(a, x));
  return { lower: 1 - upper, upper };
}

/**
 * ln Γ(x+1) − [(x+½) ln x − x + ½ ln 2π], by its asymptotic series after shifting x to 15 or more.
 */
export function stirlingError(x: number): number {
  let shift = 0;
  let at = x;
  while (at < 15) {
    shift += (at + 0.5) * Math.log1p(1 / at) - 1;
    at += 1;
  }
  const s = 1 / (at * at);
  const series =
    1 / 12 - s * (1 / 360 - s * (1 / 1260 - s * (1 / 1680 - s * (1 / 1188 - s * (691 / 360360)))));
  return shift + series / at;
}

/** Binomial mass for real k and n, with 1 − p given separately. */
function binomialTerm(k: number, n: number, p: number, q: number): number {
  if (k < 0 || k > n) return 0;
  if (p === 0) return k === 0 ? 1 : 0;
  if (q === 0) return k === n ? 1 : 0;
  if (k === 0) return Math.exp(n * (p < 0.1 ? Math.log1p(-p) : Math.log(q)));
  if (k === n) return Math.exp(n * (q < 0.1 ? Math.log1p(-q) : Math.log(p)));
  const exponent =
    stirlingError(n) -
    stirlingError(k) -
    stirlingError(n - k) -
    devianceTerm(k, n * p) -
    devianceTerm(n - k, n * q);
  return Math.exp(exponent - HALF_LOG_TWO_PI - 0.5 * (Math.log(k) + Math.log1p(-k / n)));
}

/** x^a e^−x / Γ(a+1) for real a. */
function poissonTerm(a: number, x: number): number {
  if (a === 0) return Math.exp(-x);
  return Math.exp(-stirlingError(a) - devianceTerm(a, x)) / Math.sqrt(2 * Math.PI * a);
}

/** x ln(x/m) + m − x without cancellation near x = m. */
function devianceTerm(x: number, m: number): number {
  if (Math.abs(x - m) >= 0.1 * (x + m)) return x * Math.log(x / m) + m - x;
  const v = (x - m) / (x + m);
  let sum = (x - m) * v;
  let term = 2 * x * v;
  for (let j = 1; j < 1000; j += 1) {
    term *= v * v;
    const next = sum + term / (2 * j + 1);
    if (next === sum) return next;
    sum = next;
  }
  return sum;
}

function betaLowerTail(x: number, y: number, a: number, b: number): number {
  const prefix = (binomialTerm(a, a + b, x, y) * b) / (a + b);
  return Math.min(1, prefix * betaFraction(x, a, b));
}

const TINY = 1e-300;

/** Modified Lentz evaluation of the continued fraction DLMF 8.17.22. */
function betaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m < 500_000; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    value *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    const change = d * c;
    value *= change;
    if (Math.abs(change - 1) < 1e-16) break;
  }
  return value;
}

function gammaSeries(a: number, x: number): number {
  let term = 1;
  let sum = 1;
  for (let n = 1; n < 1_000_000; n += 1) {
    term *= x / (a + n);
    sum += term;
    if (term < sum * 1e-17) break;
  }
  return sum;
}

/** Modified Lentz evaluation of DLMF 8.9.2. */
export function gammaFraction(a: number, x: number): number {
  let b = x + 1 - a;
  let c = 1 / TINY;
  let d = 1 / away(b);
  let value = d;
  for (let i = 1; i < 1_000_000; i += 1) {
    const numerator = -i * (i - a);
    b += 2;
    d = 1 / away(numerator * d + b);
    c = away(b + numerator / c);
    const change = d * c;
    value *= change;
    if (Math.abs(change - 1) < 1e-16) break;
  }
  return value;
}

function away(value: number): number {
  return Math.abs(value) < TINY ? TINY : value;
}
