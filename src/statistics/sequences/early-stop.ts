import { normalUpper } from '../numerics/distributions.ts';
import { findRoot } from '../numerics/root.ts';

export interface StoppedEffect {
  /** Estimate minus "no difference". */
  readonly effect: number;
  readonly standardError: number;
  /** Completed ÷ planned cases. */
  readonly fraction: number;
  /** The boundary at the planned end, in standard errors. */
  readonly critical: number;
}

/**
 * Question: how large is an effect that was found before the planned end? A study that stops at a
 * large effect overstates it. Estimator: the effect under which the expected estimate is the
 * observed one (bias-adjusted), for a Brownian motion that stops at a constant boundary; the
 * opposite boundary is left out, as it is hardly reached. Reference: Whitehead 1986, Biometrika
 * 73:573. Cost: a root search over two integrals.
 */
export function biasAdjustedEffect(stopped: StoppedEffect): number {
  const { effect, standardError, fraction, critical } = stopped;
  // In standard errors of the planned end.
  const unit = standardError * Math.sqrt(fraction);
  const seen = Math.abs(effect) / unit;
  const gap = (drift: number): number => expectedEstimate(drift, critical) - seen;
  if (!(gap(0) < 0)) return 0;
  return Math.sign(effect) * unit * findRoot(gap, 0, seen);
}

const STEPS = 400;

/**
 * The mean over motions with this drift of the boundary ÷ crossing time, or of the value at the
 * end.
 */
function expectedEstimate(drift: number, critical: number): number {
  return crossedPart(drift, critical) + endPart(drift, critical);
}

/** The time of the first crossing has an inverse Gaussian density. */
function crossedPart(drift: number, critical: number): number {
  let sum = 0;
  for (let step = 0; step < STEPS; step += 1) {
    const time = (step + 0.5) / STEPS;
    const density =
      (critical / Math.sqrt(2 * Math.PI * time ** 3)) *
      Math.exp(-((critical - drift * time) ** 2) / (2 * time));
    sum += (critical / time) * density;
  }
  return sum / STEPS;
}

/**
 * Motions that never cross: by reflection, ∫ x φ(x − drift)(1 − e^(−2·critical·(critical − x))) dx.
 */
function endPart(drift: number, critical: number): number {
  const above = critical - drift;
  const plain = drift * (1 - normalUpper(above)) - density(above);
  // e^(2·critical·drift) φ(critical + drift) is φ(critical − drift), which does not overflow.
  const reflected =
    density(above) * ((drift + 2 * critical) * tailOverDensity(critical + drift) - 1);
  return plain - reflected;
}

function tailOverDensity(x: number): number {
  return x > 30 ? 1 / x : normalUpper(x) / density(x);
}

function density(x: number): number {
  return Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
}
