import { numberClusters } from '../intervals/clusters.ts';
import { holm } from '../intervals/multiplicity.ts';
import { isSure } from './mark-level.ts';
import { trendP } from './trend.ts';

/** Answers of one annotator as numbers, with the place of each in the annotator's order. */
export interface AnswerSequence {
  readonly case: ArrayLike<number>;
  readonly order: ArrayLike<number>;
  readonly value: ArrayLike<number>;
  /** The distance from the lowest to the highest possible answer. */
  readonly width: number;
}

export interface Drifting {
  /** Mean of the earlier and of the later half. */
  readonly early: number;
  readonly late: number;
  readonly of: number;
  readonly pValue: number;
}

const LEAST = 30;
const LEAST_SCENARIOS = 15;
/** A change that is worth a look, as a share of the scale. */
const CHANGE = 0.1;

/**
 * Question: whose answers change while they judge? Trend of the scenario means over an annotator's
 * own sequence, adjusted by Holm over all sequences given; marked when p < 0.001 and the halves
 * differ by a tenth of the scale. Needs 30 answers about 15 scenarios. Assumes that scenarios come
 * in random order. Cost: one sort each.
 */
export function drifting(sequences: readonly AnswerSequence[]): readonly (Drifting | null)[] {
  const adjusted = holm(
    sequences.map((sequence) => {
      if (sequence.value.length < LEAST) return null;
      const means = scenarioMeans(sequence);
      return means.value.length < LEAST_SCENARIOS ? null : trendP(means);
    }),
  );
  return sequences.map((sequence, s) => {
    const pValue = adjusted[s] ?? null;
    if (!isSure(pValue)) return null;
    const halves = halvesOf(sequence);
    if (Math.abs(halves.late - halves.early) < CHANGE * sequence.width) return null;
    return { ...halves, of: sequence.value.length, pValue };
  });
}

/** One mean per scenario: answers about one are alike and mostly given together. */
function scenarioMeans({ case: cases, order, value }: AnswerSequence) {
  const { index, count } = numberClusters(cases);
  const sizes = new Float64Array(count);
  const times = new Float64Array(count);
  const values = new Float64Array(count);
  for (let i = 0; i < value.length; i += 1) {
    const g = index[i] ?? 0;
    sizes[g] = (sizes[g] ?? 0) + 1;
    times[g] = (times[g] ?? 0) + (order[i] ?? 0);
    values[g] = (values[g] ?? 0) + (value[i] ?? 0);
  }
  for (let g = 0; g < count; g += 1) {
    times[g] = (times[g] ?? 0) / (sizes[g] ?? 1);
    values[g] = (values[g] ?? 0) / (sizes[g] ?? 1);
  }
  return { time: times, value: values };
}

function halvesOf({ order, value }: AnswerSequence): { early: number; late: number } {
  const rows = Array.from({ length: value.length }, (_, i) => i);
  rows.sort((a, b) => (order[a] ?? 0) - (order[b] ?? 0));
  const half = Math.floor(rows.length / 2);
  const meanOf = (part: readonly number[]): number =>
    part.reduce((sum, i) => sum + (value[i] ?? 0), 0) / part.length;
  return { early: meanOf(rows.slice(0, half)), late: meanOf(rows.slice(half)) };
}
