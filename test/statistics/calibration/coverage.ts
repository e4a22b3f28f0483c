import { wilsonInterval } from '../../../src/statistics/intervals/proportions.ts';
import { binomialMass } from '../../../src/statistics/numerics/distributions.ts';
import type { Random } from '../../../src/statistics/numerics/random.ts';
import { tieCorrectedWinRate, winRate } from '../../../src/statistics/pairwise/win-rate.ts';
import { ppiMean } from '../references/ppi.ts';
import { logistic, meanLogistic, type Rate, shareOf } from './simulation.ts';

interface Study {
  readonly points: number[];
  readonly cases: number[];
  readonly annotators: number[];
}

export interface TwoWayDesign {
  readonly cases: number;
  readonly annotators: number;
  readonly repeats: number;
  readonly seed: number;
}

/** Coverage of the interval for new cases and new annotators, with effects of both. */
export function twoWayCoverage({ cases, annotators, repeats, seed }: TwoWayDesign): Rate {
  return shareOf(repeats, seed, (random) => {
    const leaning = Array.from({ length: annotators }, () => 0.6 * random.normal());
    const study = emptyStudy();
    for (let c = 0; c < cases; c += 1) {
      const effect = 0.8 * random.normal();
      for (const annotator of someOf(annotators, 3, random)) {
        const p = logistic(effect + (leaning[annotator] ?? 0));
        addVote(study, { c, annotator, points: random.uniform() < p ? 1 : 0 });
      }
    }
    return covers(winRate(study, { scope: 'cases-and-annotators' }).interval, 0.5);
  });
}

export interface EffectiveDesign {
  readonly centre: number;
  readonly caseSd: number;
  readonly cases: number;
  readonly repeats: number;
  readonly seed: number;
}

/** Coverage of the effective-n win rate and of Wilson's interval on the votes, in the same data. */
export function effectiveCoverage(design: EffectiveDesign): {
  readonly ours: Rate;
  readonly naive: Rate;
} {
  const truth = meanLogistic(design.centre, design.caseSd);
  const run = (check: (study: Study) => boolean): Rate =>
    shareOf(design.repeats, design.seed, (random) => check(clusteredStudy(design, random)));
  return {
    ours: run((study) => covers(winRate(study, { scope: 'cases' }).interval, truth)),
    naive: run((study) => {
      const successes = study.points.reduce((sum, p) => sum + p, 0);
      return covers(wilsonInterval({ successes, n: study.points.length }).interval, truth);
    }),
  };
}

/** Exact coverage at θ = ½ of the tie-corrected interval, by enumeration of all outcomes. */
export function exactTieCoverage(n: number, tieShare: number): number {
  let coverage = 0;
  for (let ties = 0; ties <= n; ties += 1) {
    const tieMass = binomialMass(ties, n, tieShare);
    if (tieMass < 1e-14) continue;
    const decisive = n - ties;
    for (let wins = 0; wins <= decisive; wins += 1) {
      const { interval } = tieCorrectedWinRate({ wins, ties, losses: decisive - wins });
      if (covers(interval, 0.5)) coverage += tieMass * binomialMass(wins, decisive, 0.5);
    }
  }
  return coverage;
}

export interface PpiDesign {
  readonly accuracy: number;
  readonly n: number;
  readonly repeats: number;
  readonly seed: number;
}

/** People prefer B in 58 % of cases; a judge repeats their answer with the given accuracy. */
export function ppiCoverage({ accuracy, n, repeats, seed }: PpiDesign): Rate {
  const truth = 0.58;
  return shareOf(repeats, seed, (random) => {
    const draw = () => {
      const y = random.uniform() < truth ? 1 : 0;
      return { y, f: random.uniform() < accuracy ? y : 1 - y };
    };
    const labelled = Array.from({ length: n }, draw);
    const others = Array.from({ length: 10 * n }, draw);
    const result = ppiMean({
      labelled: labelled.map(({ y }) => y),
      judgeOnLabelled: labelled.map(({ f }) => f),
      judgeOnUnlabelled: others.map(({ f }) => f),
    });
    return covers(result.interval, truth);
  });
}

function emptyStudy(): Study {
  return { points: [], cases: [], annotators: [] };
}

function addVote(
  study: Study,
  vote: { readonly c: number; readonly annotator: number; readonly points: number },
): void {
  study.points.push(vote.points);
  study.cases.push(vote.c);
  study.annotators.push(vote.annotator);
}

function clusteredStudy({ centre, caseSd, cases }: EffectiveDesign, random: Random): Study {
  const study = emptyStudy();
  for (let c = 0; c < cases; c += 1) {
    const p = logistic(centre + caseSd * random.normal());
    const votes = 2 + random.below(2);
    for (let annotator = 0; annotator < votes; annotator += 1) {
      addVote(study, { c, annotator, points: random.uniform() < p ? 1 : 0 });
    }
  }
  return study;
}

function someOf(size: number, count: number, random: Random): readonly number[] {
  const chosen = new Set<number>();
  while (chosen.size < Math.min(size, count)) chosen.add(random.below(size));
  return [...chosen];
}

function covers(
  range: { readonly low: number; readonly high: number } | null,
  truth: number,
): boolean {
  return range !== null && range.low <= truth && truth <= range.high;
}
