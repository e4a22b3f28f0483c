import {
  type Alternative,
  confidenceOf,
  type Estimate,
  interval,
  isCount,
  noEstimate,
} from '../intervals/estimate.ts';
import {
  type ConfidenceOption,
  clopperPearsonInterval,
  type Proportion,
} from '../intervals/proportions.ts';
import {
  binomialLower,
  binomialMass,
  binomialUpper,
  chiSquaredUpper,
} from '../numerics/distributions.ts';

export interface BinomialTestOptions extends ConfidenceOption {
  readonly p0?: number | undefined;
  readonly alternative?: Alternative | undefined;
}

export interface BinomialTest extends Estimate {
  readonly pValue: number | null;
}

/**
 * Question: could the decisive votes be a fair coin (or a coin with rate p0)? Estimator: x/n; exact
 * binomial p-value, two-sided as the sum of all masses not larger than the observed one. The
 * interval is Clopper–Pearson, one-sided for a one-sided alternative. Assumes one independent
 * observation per case. Reference: Conover 1971 p. 97. Cost: O(log n) incomplete betas.
 */
export function binomialTest(data: Proportion, options: BinomialTestOptions = {}): BinomialTest {
  const method = 'test.binomial-exact';
  const p0 = options.p0 ?? 0.5;
  const whole = [data.successes, data.n].every((c) => Number.isInteger(c) && isCount(c));
  if (!whole || !(p0 >= 0 && p0 <= 1) || data.successes < 0 || data.successes > data.n) {
    return { ...noEstimate(method, 0, ['degenerate_input']), pValue: null };
  }
  if (data.n === 0) return { ...noEstimate(method, 0, ['no_data']), pValue: null };
  const alternative = options.alternative ?? 'two-sided';
  return {
    ...clopperPearsonInterval(data, options),
    interval: binomialInterval(data, alternative, confidenceOf(options)),
    method,
    pValue: binomialPValue(data, p0, alternative),
  };
}

export interface DiscordantPairs {
  /** First yes, second no. */
  readonly b: number;
  /** First no, second yes. */
  readonly c: number;
}

export interface McNemarTest extends Estimate {
  readonly chiSquared: number | null;
  readonly pChiSquared: number | null;
  readonly chiSquaredCorrected: number | null;
  readonly pChiSquaredCorrected: number | null;
  readonly pExact: number | null;
  readonly pMid: number | null;
  /** Mid-p for up to 25 discordant pairs, the plain chi-squared p above. */
  readonly pValue: number | null;
}

/**
 * Question: do paired yes/no scores differ? Estimator: b/(b+c), the share of discordant pairs that
 * favour the first. χ², Edwards' correction, the exact sign test and its mid-p version. Assumes one
 * independent pair per case. References: McNemar 1947; Edwards 1948; Fagerland et al. 2013 (mid-p).
 * Cost: constant.
 */
export function mcnemarTest({ b, c }: DiscordantPairs, options?: ConfidenceOption): McNemarTest {
  const method = 'test.mcnemar';
  const n = b + c;
  const empty = {
    chiSquared: null,
    pChiSquared: null,
    chiSquaredCorrected: null,
    pChiSquaredCorrected: null,
    pExact: null,
    pMid: null,
    pValue: null,
  };
  if (![b, c].every((count) => Number.isInteger(count) && isCount(count))) {
    return { ...noEstimate(method, 0, ['degenerate_input']), ...empty };
  }
  if (n === 0)
    return { ...noEstimate(method, 0, ['no_data']), ...empty, pExact: 1, pMid: 1, pValue: 1 };
  const chiSquared = (b - c) ** 2 / n;
  const chiSquaredCorrected = Math.max(0, Math.abs(b - c) - 1) ** 2 / n;
  const smaller = Math.min(b, c);
  const twice = 2 * binomialLower(smaller, n, 0.5);
  const pMid = Math.min(1, twice - binomialMass(smaller, n, 0.5));
  const pChiSquared = chiSquaredUpper(chiSquared, 1);
  return {
    ...clopperPearsonInterval({ successes: b, n }, options),
    method,
    chiSquared,
    pChiSquared,
    chiSquaredCorrected,
    pChiSquaredCorrected: chiSquaredUpper(chiSquaredCorrected, 1),
    pExact: Math.min(1, twice),
    pMid,
    pValue: n <= 25 ? pMid : pChiSquared,
  };
}

function binomialInterval(data: Proportion, alternative: Alternative, confidence: number) {
  const level = alternative === 'two-sided' ? confidence : 2 * confidence - 1;
  const ends = clopperPearsonInterval(data, { confidence: Math.max(level, 1e-12) }).interval;
  if (ends === null) return null;
  const low = alternative === 'less' ? 0 : ends.low;
  const high = alternative === 'greater' ? 1 : ends.high;
  return interval(low, high, confidence);
}

/** Only the p-value, for callers that need thousands: `binomialTest` also computes an interval. */
export function binomialPValue(
  { successes, n }: Proportion,
  p0: number,
  alternative: Alternative,
): number {
  if (alternative === 'less') return binomialLower(successes, n, p0);
  if (alternative === 'greater') return binomialUpper(successes, n, p0);
  if (p0 === 0 || p0 === 1) return successes === n * p0 ? 1 : 0;
  // Both tails are equal.
  if (p0 === 0.5) return Math.min(1, 2 * binomialUpper(Math.max(successes, n - successes), n, p0));
  const limit = binomialMass(successes, n, p0) * (1 + 1e-7);
  const centre = n * p0;
  if (successes === centre) return 1;
  if (successes < centre) {
    const first = firstNotAbove({ from: Math.ceil(centre), to: n, limit }, (k) =>
      binomialMass(k, n, p0),
    );
    return Math.min(1, binomialLower(successes, n, p0) + binomialUpper(first, n, p0));
  }
  const steps = firstNotAbove({ from: 0, to: Math.floor(centre), limit }, (k) =>
    binomialMass(Math.floor(centre) - k, n, p0),
  );
  return Math.min(
    1,
    binomialUpper(successes, n, p0) + binomialLower(Math.floor(centre) - steps, n, p0),
  );
}

interface SearchRange {
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

/**
 * Smallest k in [from, to] whose mass is not above the limit, to + 1 if none; masses fall with k.
 */
function firstNotAbove({ from, to, limit }: SearchRange, mass: (k: number) => number): number {
  let low = from;
  let high = to + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (mass(middle) <= limit) high = middle;
    else low = middle + 1;
  }
  return low;
}
