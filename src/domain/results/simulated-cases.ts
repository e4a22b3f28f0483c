import type { Random } from '../../statistics/numerics/random.ts';
import { type VoteModel, voteModel } from '../../statistics/planning/vote-model.ts';
import type { PlannedStudy } from './planned-study.ts';

/** The leader against each other variant: one number per case, NaN where the case has none. */
export type SimulatedCases = readonly Float64Array[];

/**
 * Cases as the planned study would see them if its assumptions were true. Their means are moved to
 * the assumed ones, which a few thousand cases miss by more than a large study would.
 */
export function simulateCases(study: PlannedStudy, count: number, random: Random): SimulatedCases {
  const rivals = Array.from({ length: study.variants - 1 }, () => ({
    values: new Float64Array(count).fill(Number.NaN),
    expected: new Float64Array(count).fill(Number.NaN),
  }));
  const drawCase = study.kind === 'scoring' ? scoreCases(study, random) : voteCases(study, random);
  for (let at = 0; at < count; at += 1) {
    const contrast = drawCase();
    rivals.forEach(({ values, expected }, r) => {
      const found = contrast(r + 1);
      values[at] = found.value;
      expected[at] = found.expected;
    });
  }
  return rivals.map(({ values, expected }) => {
    const shift = meanOfKnown(expected) - meanOfKnown(values);
    return values.map((value) => value + shift);
  });
}

interface Contrast {
  readonly value: number;
  readonly expected: number;
}

/** One case: the leader against a rival. */
type DrawnCase = (rival: number) => Contrast;

function scoreCases(study: PlannedStudy, random: Random): () => DrawnCase {
  const { variants, difference, scoreSd, correlation, judgementsPerTask } = study;
  // The variance of one score; the difference of two has twice that.
  const variance = scoreSd ** 2 / 2;
  const spread = Math.sqrt(variance * (correlation + (1 - correlation) / judgementsPerTask));
  const scores = new Float64Array(variants);
  return () => {
    for (let i = 0; i < variants; i += 1) scores[i] = spread * random.normal();
    return (rival) => ({
      value: difference + (scores[0] ?? 0) - (scores[rival] ?? 0),
      expected: difference,
    });
  };
}

/** Points of i against j at i · variants + j: the mean of the votes, and its expectation. */
interface PointTable {
  readonly mean: Float64Array;
  readonly expected: Float64Array;
}

function voteCases(study: PlannedStudy, random: Random): () => DrawnCase {
  const { variants: size, difference } = study;
  const model = voteModel(study);
  const pairs = Int32Array.from(allPairs(size), ([i, j]) => i * size + j);
  const table = { mean: new Float64Array(size * size), expected: new Float64Array(size * size) };
  return () => {
    drawVotes(table, { study, model, random, pairs });
    return (rival) => {
      if (size === 2) return { value: table.mean[1] ?? 0, expected: 0.5 + difference };
      return {
        value: rateDifference(table.mean, size, rival),
        expected: rateDifference(table.expected, size, rival),
      };
    };
  };
}

interface Votes {
  readonly study: PlannedStudy;
  readonly model: VoteModel;
  readonly random: Random;
  /** Shuffled for each case; the first ones are judged. */
  readonly pairs: Int32Array;
}

function drawVotes({ mean, expected }: PointTable, { study, model, random, pairs }: Votes): void {
  const { variants: size, tasks, judgementsPerTask, difference } = study;
  const liking = Float64Array.from(
    { length: size },
    (_, i) => (i === 0 ? model.lead : 0) + Math.sqrt(model.shared / 2) * random.normal(),
  );
  const own = Math.sqrt(1 - model.shared);
  mean.fill(Number.NaN);
  expected.fill(Number.NaN);
  for (let p = 0; p < tasks; p += 1) {
    const pair = drawWithoutRepeat(pairs, p, random);
    const [i, j] = [Math.floor(pair / size), pair % size];
    const impression = (liking[i] ?? 0) - (liking[j] ?? 0);
    let points = 0;
    for (let k = 0; k < judgementsPerTask; k += 1) {
      const vote = impression + own * random.normal();
      points += vote > model.tie ? 1 : vote < -model.tie ? 0 : 0.5;
    }
    mean[pair] = points / judgementsPerTask;
    mean[j * size + i] = 1 - points / judgementsPerTask;
    expected[pair] = i === 0 ? 0.5 + difference : 0.5;
    expected[j * size + i] = i === 0 ? 0.5 - difference : 0.5;
  }
}

/** As in the results of several variants: their own comparison and every common third variant. */
function rateDifference(rate: Float64Array, size: number, rival: number): number {
  const of = (i: number, j: number): number => rate[i * size + j] ?? Number.NaN;
  const parts = [2 * of(0, rival) - 1];
  for (let third = 0; third < size; third += 1) parts.push(of(0, third) - of(rival, third));
  return meanOfKnown(parts);
}

function allPairs(size: number): readonly (readonly [number, number])[] {
  return Array.from({ length: size }, (_, i) =>
    Array.from({ length: size - i - 1 }, (_other, k) => [i, i + 1 + k] as const),
  ).flat();
}

function drawWithoutRepeat(items: Int32Array, place: number, random: Random): number {
  const pick = place + random.below(items.length - place);
  const chosen = items[pick] ?? 0;
  items[pick] = items[place] ?? 0;
  items[place] = chosen;
  return chosen;
}

function meanOfKnown(values: Iterable<number>): number {
  let sum = 0;
  let count = 0;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    sum += value;
    count += 1;
  }
  return sum / count;
}
