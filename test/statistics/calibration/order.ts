import type { StudySettings } from '../../../src/domain/results/study-data.ts';
import { summarizeResults } from '../../../src/domain/results/summarize-results.ts';
import type { Random } from '../../../src/statistics/numerics/random.ts';
import { midRanks } from '../../../src/statistics/scores/ranks.ts';
import type { Shown } from '../../support/crowd.ts';
import { type ScoreRow, studyOf } from '../../support/studies.ts';
import { pairedT } from '../references/paired-t.ts';
import type { Sequence } from './handed-sequences.ts';
import { type Rate, shareOf } from './simulation.ts';

export interface Correlation {
  readonly estimate: number;
  readonly standardError: number;
}

export interface OrderQuestion {
  readonly valueOf: (task: Shown) => number;
  /** Sequences with the same name may depend on each other. */
  readonly clusterOf: (sequence: Sequence) => string;
}

/**
 * Question: do tasks with a higher value come later? Estimator: the mean of the annotators' rank
 * correlations (Spearman) between place in their own time and value, each weighted by its tasks;
 * standard error between clusters.
 */
export function orderCorrelation(
  sequences: readonly Sequence[],
  { valueOf, clusterOf }: OrderQuestion,
): Correlation {
  const total = sequences.reduce((sum, { tasks }) => sum + tasks.length, 0);
  const own = sequences.map((sequence) => ({
    cluster: clusterOf(sequence),
    weight: sequence.tasks.length / total,
    r: spearman(sequence.tasks.map(valueOf)),
  }));
  const estimate = own.reduce((sum, { weight, r }) => sum + weight * r, 0);
  const deviations = new Map<string, number>();
  for (const { cluster, weight, r } of own) {
    deviations.set(cluster, (deviations.get(cluster) ?? 0) + weight * (r - estimate));
  }
  const squares = [...deviations.values()].reduce((sum, deviation) => sum + deviation ** 2, 0);
  const { size } = deviations;
  return { estimate, standardError: Math.sqrt((squares * size) / Math.max(1, size - 1)) };
}

/** Rank correlation of the values with the places 1 … n; 0 where all values are the same. */
function spearman(values: readonly number[]): number {
  const { ranks } = midRanks(values);
  const middle = (values.length + 1) / 2;
  let together = 0;
  let ofRanks = 0;
  let ofPlaces = 0;
  for (const [index, rank] of ranks.entries()) {
    const place = index + 1 - middle;
    together += place * (rank - middle);
    ofRanks += (rank - middle) ** 2;
    ofPlaces += place ** 2;
  }
  return ofRanks === 0 ? 0 : together / Math.sqrt(ofRanks * ofPlaces);
}

/** How an annotator changes: the shift of a score and the spread of scores, `time` from 0 to 1. */
export interface Drift {
  readonly shift: (time: number) => number;
  readonly sd: (time: number) => number;
}

export const DRIFTS: Readonly<Record<'rising' | 'stricter' | 'learning', Drift>> = {
  rising: { shift: (time) => 0.8 * time, sd: () => 0.8 },
  stricter: { shift: (time) => -0.8 * time, sd: () => 0.8 },
  // Most of the shift is within the first few tasks; scores get steadier, too.
  learning: { shift: (time) => 0.8 * (1 - Math.exp(-10 * time)), sd: (time) => 1.2 - 0.6 * time },
};

export interface DriftStudy {
  /** Of evaluations that score two variants; each repeat draws one of them. */
  readonly sequences: readonly Sequence[];
  readonly drift: Drift;
  readonly repeats: number;
  readonly seed: number;
}

/** How often a paired t test on the differences of scenarios finds one of two identical variants better. */
export function falseClaimsOfPairedT({ sequences, drift, repeats, seed }: DriftStudy): Rate {
  const studies = studiesOf(sequences);
  return shareOf(repeats, seed, (random) => {
    const rows = scoresOf(studies[random.below(studies.length)] ?? [], drift, random);
    const [first, second] = [0, 1].map(
      (variant) =>
        new Map(rows.filter((row) => row.variant === variant).map((row) => [row.case, row.value])),
    );
    const differences = [...(first ?? [])].map(([scenario, value]) => {
      const other = second?.get(scenario);
      return other === undefined ? null : other - value;
    });
    return (pairedT(differences).pValue ?? 1) < 0.05;
  });
}

/** How often the results of the finished evaluation call one of two identical variants better. */
export function falseClaimsOfResults(
  { sequences, drift, repeats, seed }: DriftStudy,
  collection: StudySettings['collection'],
): Rate {
  const studies = studiesOf(sequences);
  return shareOf(repeats, seed, (random) => {
    const scores = scoresOf(studies[random.below(studies.length)] ?? [], drift, random);
    const { verdict } = summarizeResults(studyOf({ scores, settings: { collection } }));
    return verdict.word === 'better' || verdict.word === 'worse';
  });
}

/** The largest difference that drift alone makes between the means of two identical variants. */
export function largestBias({ sequences, drift }: Pick<DriftStudy, 'sequences' | 'drift'>): number {
  const biases = studiesOf(sequences).map((study) => {
    const sums = [0, 0];
    const counts = [0, 0];
    for (const { tasks } of study) {
      for (const [place, { variants }] of tasks.entries()) {
        const variant = variants[0] ?? 0;
        sums[variant] = (sums[variant] ?? 0) + drift.shift(place / tasks.length);
        counts[variant] = (counts[variant] ?? 0) + 1;
      }
    }
    const [one = 0, other = 0] = sums.map((sum, variant) => sum / (counts[variant] ?? 1));
    return Math.abs(one - other);
  });
  return Math.max(...biases);
}

function studiesOf(sequences: readonly Sequence[]): readonly (readonly Sequence[])[] {
  return [...Map.groupBy(sequences, ({ evaluation }) => evaluation).values()];
}

/** Scores from 1 to 5 of outputs that are equally good. */
function scoresOf(study: readonly Sequence[], drift: Drift, random: Random): ScoreRow[] {
  const levels = new Map<number, number>();
  return study.flatMap(({ annotator, tasks }) =>
    tasks.map(({ scenario, variants }, place) => {
      const level = levels.get(scenario) ?? 2.8 + 0.6 * random.normal();
      levels.set(scenario, level);
      const time = place / tasks.length;
      const raw = level + drift.shift(time) + drift.sd(time) * random.normal();
      return {
        case: scenario,
        annotator,
        variant: variants[0] ?? 0,
        value: Math.min(5, Math.max(1, Math.round(raw))),
        at: 1_700_000_000_000 + place * 60_000 + annotator,
        ms: 20_000,
      };
    }),
  );
}
