import { normalCritical } from '../../../src/statistics/numerics/distributions.ts';
import { startBettingSequence } from '../references/always-valid.ts';
import { betaMixtureEvidence } from '../references/mixture-boundaries.ts';
import { logistic, type Rate, shareOf } from './simulation.ts';

const EVIDENCE = Math.log(1 / 0.05);

/** Two identical variants, looking after each case: how often is one called better? */
export function falseAlarmsOfBetting(repeats: number, caseSd: number, seed: number): Rate {
  return shareOf(repeats, seed, (random) => {
    const sequence = startBettingSequence({ grid: 11 });
    for (let c = 0; c < 200; c += 1) {
      const p = logistic(caseSd * random.normal());
      const votes = 2 + random.below(2);
      let points = 0;
      for (let v = 0; v < votes; v += 1) points += random.uniform() < p ? 1 : 0;
      sequence.feed(points / votes);
    }
    return sequence.logPeakCapital() >= EVIDENCE;
  });
}

/** The same data with every vote fed as if it were a case: the mistake to avoid. */
export function falseAlarmsOfVotes(repeats: number, caseSd: number, seed: number): Rate {
  return shareOf(repeats, seed, (random) => {
    let successes = 0;
    let trials = 0;
    for (let c = 0; c < 200; c += 1) {
      const p = logistic(caseSd * random.normal());
      for (let v = 0; v < 3; v += 1) {
        successes += random.uniform() < p ? 1 : 0;
        trials += 1;
      }
      if (logEvidence(successes, trials) >= EVIDENCE) return true;
    }
    return false;
  });
}

/** A plain 5 % test looked at after every ten of 600 independent votes. */
export function falseAlarmsOfPlainTest(repeats: number, seed: number): Rate {
  const z = normalCritical(0.95);
  return shareOf(repeats, seed, (random) => {
    let wins = 0;
    for (let n = 1; n <= 600; n += 1) {
      wins += random.bits() & 1;
      if (n % 10 === 0 && Math.abs(wins - n / 2) > z * Math.sqrt(n) * 0.5) return true;
    }
    return false;
  });
}

/** One decisive vote per case, true rate p, looking after each: how often is it settled within 600? */
export function sequentialPower(repeats: number, p: number, seed: number): Rate {
  return shareOf(repeats, seed, (random) => {
    let successes = 0;
    for (let trials = 1; trials <= 600; trials += 1) {
      successes += random.uniform() < p ? 1 : 0;
      if (logEvidence(successes, trials) >= EVIDENCE) return true;
    }
    return false;
  });
}

function logEvidence(successes: number, trials: number): number {
  return betaMixtureEvidence({ successes, trials }, 0.5);
}
