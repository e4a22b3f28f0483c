import type { EXCLUSION_RULES } from '../../contract/evaluations/evaluation-settings.ts';
import {
  FIRST_WINS,
  BOTH_BAD as NEITHER_GOOD,
  SECOND_WINS,
  TIE as TIED,
} from '../../statistics/pairwise/aggregate.ts';

/**
 * Everything the results of one human evaluation are computed from, as columns: 100,000 judgements
 * are a few typed arrays. Variants, annotators and criteria are numbered by their place in the
 * lists, cases by their position.
 */
export interface StudyData {
  readonly kind: 'comparison' | 'scoring';
  /** Ids in the order of the evaluation; the first is the one the others are compared with. */
  readonly variants: readonly string[];
  readonly annotators: readonly string[];
  readonly cases: number;
  readonly criteria: readonly Criterion[];
  readonly votes: Votes;
  readonly choices: Choices;
  readonly scores: Scores;
  readonly slices: readonly Slice[];
  /** Length of each output at case · variants + variant, when known; NaN where it is not. */
  readonly lengths: Float64Array | null;
  readonly settings: StudySettings;
}

/** A study without the columns that are read from judgements, outputs and inputs. */
export type StudyFrame = Omit<StudyData, 'votes' | 'choices' | 'scores' | 'slices' | 'lengths'>;

export interface Criterion {
  readonly name: string;
  readonly scale: 'binary' | 'likert' | 'numeric' | 'choice' | 'text';
  /** Ends of the scale; null where it has none. */
  readonly low: number | null;
  readonly high: number | null;
}

/** What every judgement has. */
export interface Judged {
  readonly case: Int32Array;
  readonly annotator: Int32Array;
  /** Epoch milliseconds; NaN when not known. */
  readonly completedAtMs: Float64Array;
  /** Milliseconds spent; NaN when not known. */
  readonly takenMs: Float64Array;
}

/** One row per vote on a pair, as it was shown. */
export interface Votes extends Judged {
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly outcome: Uint8Array;
  /** Probability with which the pair was offered; NaN when every pair was as likely. */
  readonly probability: Float64Array;
}

/** Outcomes of a vote, as numbered in the vote tables. */
export const LEFT_BETTER = FIRST_WINS;
export const RIGHT_BETTER = SECOND_WINS;
export const TIE = TIED;
export const BOTH_BAD = NEITHER_GOOD;

/** One row per choice among all variants of a case, sides unknown. */
export interface Choices extends Judged {
  /** The variant chosen, or ALL_GOOD, or ALL_BAD. */
  readonly chosen: Int32Array;
}

export const ALL_GOOD = -1;
export const ALL_BAD = -2;

/** One row per score of one output on one criterion. */
export interface Scores extends Judged {
  readonly variant: Int32Array;
  readonly criterion: Int32Array;
  readonly value: Float64Array;
}

/** A tag of the cases, with the label of each; null for a case without one. */
export interface Slice {
  readonly name: string;
  readonly labels: readonly (string | null)[];
}

/** All of it is fixed before the first look at results; the results name later changes. */
export interface StudySettings {
  /** Judgements asked for per task now. */
  readonly judgementsPerTask: number;
  /** The plan when the first judgement came in; null where nothing was extended since. */
  readonly plan: StudyPlan | null;
  /** Pairs compared per case, with three or more variants; null for all. */
  readonly pairsPerCase: number | null;
  readonly level: number;
  readonly seed: number;
  /** `complete`: closed, and every planned task has its judgements. */
  readonly collection: 'open' | 'closed' | 'complete';
  /**
   * Half width of the zone around "no difference" in which a difference does not matter: a share of
   * wins between 0 and ½, or steps of the overall score; null for a twentieth of the scale.
   */
  readonly zone: number | null;
  /** Marks that leave an annotator out automatically. */
  readonly exclusionRules: readonly (typeof EXCLUSION_RULES)[number][];
  /** Annotators left out by hand. */
  readonly excludedAnnotators: readonly number[];
  readonly minimumSeconds: number | null;
  /** Level, zone or rules differ from those before the first judgement. */
  readonly isChangedLate: boolean;
}

export interface StudyPlan {
  readonly cases: number;
  readonly judgementsPerTask: number;
}

export const DEFAULT_SETTINGS: StudySettings = {
  judgementsPerTask: 1,
  plan: null,
  pairsPerCase: null,
  level: 0.95,
  seed: 1,
  collection: 'open',
  zone: null,
  exclusionRules: [],
  excludedAnnotators: [],
  minimumSeconds: null,
  isChangedLate: false,
};
