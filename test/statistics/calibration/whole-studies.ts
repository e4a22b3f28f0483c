import { cleanStudy } from '../../../src/domain/results/clean-study.ts';
import {
  type PlannedContrast,
  scoreContrasts,
  voteContrasts,
} from '../../../src/domain/results/planned-contrasts.ts';
import { DEFAULT_SETTINGS, type StudyData } from '../../../src/domain/results/study-data.ts';
import { lookAt } from '../../../src/domain/results/study-look.ts';
import type { Random } from '../../../src/statistics/numerics/random.ts';
import { variantId } from '../../support/studies.ts';
import { logistic } from './simulation.ts';

/** A study, by default of identical variants, and how simulated annotators judge it. */
export interface StudyDesign {
  readonly variants: number;
  readonly cases: number;
  readonly judgementsPerTask?: number;
  readonly annotators?: number;
  /** How much better each later variant is: logits for votes, steps for scores. */
  readonly step?: number;
  /** How much better than that the last variant is. */
  readonly lead?: number;
  readonly tieShare?: number;
  /** Spread of the effect of a case on each variant, in the unit of `step`. */
  readonly caseSd?: number;
  /** Spread of an annotator's taste for each variant, in the unit of `step`. */
  readonly tasteSd?: number;
  /** Scores: the scale, and the spread of a single score around its mean. */
  readonly scale?: readonly [low: number, high: number];
  readonly scoreSd?: number;
  /** Scores: each output of a case is scored by another annotator. */
  readonly scattered?: boolean;
  /** Cases of the plan, where the study was extended to more. */
  readonly plannedCases?: number;
  /** Cases judged so far, where the study has not ended. */
  readonly judgedCases?: number;
}

/** Every annotator of a case votes on all pairs of it. */
export function simulateVotes(design: StudyDesign, random: Random): StudyData {
  const { variants: size, judgementsPerTask: perTask = 1, tieShare = 0.2 } = design;
  const cases = design.judgedCases ?? design.cases;
  const pairs = (size * (size - 1)) / 2;
  const rows = judgedRows(cases * perTask * pairs);
  const left = new Int32Array(rows.case.length);
  const right = new Int32Array(left.length);
  const outcome = new Uint8Array(left.length);
  let row = 0;
  forEachAnswer(design, random, ({ position, annotator, liking }) => {
    for (let i = 0; i < size; i += 1) {
      for (let j = i + 1; j < size; j += 1) {
        const isTurned = random.uniform() < 0.5;
        const [a, b] = isTurned ? [j, i] : [i, j];
        rows.case[row] = position;
        rows.annotator[row] = annotator;
        rows.completedAtMs[row] = row;
        left[row] = a;
        right[row] = b;
        const lean = logistic((liking[a] ?? 0) - (liking[b] ?? 0));
        outcome[row] = random.uniform() < tieShare ? 2 : random.uniform() < lean ? 0 : 1;
        row += 1;
      }
    }
  });
  const probability = new Float64Array(left.length).fill(Number.NaN);
  return { ...frameOf(design), votes: { ...rows, left, right, outcome, probability } };
}

/** Every annotator of a case scores all of its outputs. */
export function simulateScores(design: StudyDesign, random: Random): StudyData {
  const { variants: size, judgementsPerTask: perTask = 1, scoreSd = 1 } = design;
  const { annotators = 4, scattered = false } = design;
  const cases = design.judgedCases ?? design.cases;
  const [low, high] = design.scale ?? [1, 5];
  const rows = judgedRows(cases * perTask * size);
  const variant = new Int32Array(rows.case.length);
  const value = new Float64Array(variant.length);
  let row = 0;
  forEachAnswer(design, random, ({ position, annotator, liking }) => {
    for (let i = 0; i < size; i += 1) {
      const raw = (low + high) / 2 + (liking[i] ?? 0) + scoreSd * random.normal();
      rows.case[row] = position;
      rows.annotator[row] = scattered ? (annotator + i) % annotators : annotator;
      rows.completedAtMs[row] = row;
      variant[row] = i;
      value[row] = Math.min(high, Math.max(low, Math.round(raw)));
      row += 1;
    }
  });
  const criterion = new Int32Array(variant.length);
  const criteria = [{ name: 'score', scale: 'numeric', low, high }] as const;
  return {
    ...frameOf(design),
    kind: 'scoring',
    criteria,
    scores: { ...rows, variant, criterion, value },
  };
}

/** The comparisons of a study as the product makes them, with a look after every case. */
export function contrastsIn(data: StudyData): readonly PlannedContrast[] {
  const study = cleanStudy(data);
  const look = lookAt(study);
  return data.kind === 'comparison' ? voteContrasts(study, look) : scoreContrasts(study, look, 0);
}

/** The taste of each annotator for each variant, drawn before anything else. */
export function tastesOf(design: StudyDesign, random: Random): Float64Array {
  const { variants: size, annotators = 4, tasteSd = 0 } = design;
  return Float64Array.from({ length: annotators * size }, () => tasteSd * random.normal());
}

interface Answer {
  readonly position: number;
  readonly annotator: number;
  /** How much this annotator likes each variant in this case. */
  readonly liking: Float64Array;
}

function forEachAnswer(
  design: StudyDesign,
  random: Random,
  answer: (answer: Answer) => void,
): void {
  const { variants: size, judgementsPerTask: perTask = 1, annotators = 4 } = design;
  const cases = design.judgedCases ?? design.cases;
  const { step = 0, lead = 0, caseSd = 0.5 } = design;
  const taste = tastesOf(design, random);
  const order = Int32Array.from({ length: annotators }, (_, a) => a);
  const liking = new Float64Array(size);
  for (let position = 0; position < cases; position += 1) {
    const own = Float64Array.from({ length: size }, (_, i) => i * step + caseSd * random.normal());
    own[size - 1] = (own[size - 1] ?? 0) + lead;
    for (let k = 0; k < perTask; k += 1) {
      const pick = k + random.below(annotators - k);
      const annotator = order[pick] ?? 0;
      order[pick] = order[k] ?? 0;
      order[k] = annotator;
      for (let i = 0; i < size; i += 1) {
        liking[i] = (own[i] ?? 0) + (taste[annotator * size + i] ?? 0);
      }
      answer({ position, annotator, liking });
    }
  }
}

function judgedRows(length: number) {
  return {
    case: new Int32Array(length),
    annotator: new Int32Array(length),
    completedAtMs: new Float64Array(length),
    takenMs: new Float64Array(length).fill(Number.NaN),
  };
}

function frameOf(design: StudyDesign): StudyData {
  const { variants, cases, judgementsPerTask = 1, annotators = 4, plannedCases } = design;
  const nothing = judgedRows(0);
  const none = new Int32Array(0);
  const plan = plannedCases === undefined ? null : { cases: plannedCases, judgementsPerTask };
  return {
    kind: 'comparison',
    variants: Array.from({ length: variants }, (_, i) => variantId(i)),
    annotators: Array.from({ length: annotators }, (_, a) => `annotator-${a}`),
    cases,
    criteria: [],
    votes: {
      ...nothing,
      left: none,
      right: none,
      outcome: new Uint8Array(0),
      probability: new Float64Array(0),
    },
    choices: { ...nothing, chosen: none },
    scores: { ...nothing, variant: none, criterion: none, value: new Float64Array(0) },
    slices: [],
    lengths: null,
    settings: { ...DEFAULT_SETTINGS, judgementsPerTask, plan },
  };
}
