import type { OtherAnnotators } from '../../contract/results/results.ts';
import { cr2Mean } from '../../statistics/intervals/cluster-adjustment.ts';
import { interval } from '../../statistics/intervals/estimate.ts';
import { normalUpper, tQuantileUpper } from '../../statistics/numerics/distributions.ts';
import { lookCritical } from '../../statistics/sequences/plan-boundary.ts';
import { stoppingDecision } from '../../statistics/sequences/stopping.ts';
import type { CaseOrder } from './case-order.ts';
import type { CleanStudy } from './clean-study.ts';
import type { PlannedContrast } from './planned-contrasts.ts';
import { presentInterval } from './present-estimate.ts';
import type { Judged } from './study-data.ts';
import type { StudyLook } from './study-look.ts';

/** The spread between fewer annotators says too little about others. */
export const LEAST_ANNOTATORS = 5;

/** The comparison in each case of an order. */
export type ContrastIn = (study: CleanStudy, order: CaseOrder) => Float64Array;

/**
 * Whether the verdict would hold for other annotators too: variance between scenarios plus variance
 * between annotators, less what is counted in both, and never less than either. Small-sample corrected,
 * with the few degrees of freedom that few annotators leave.
 */
export function otherAnnotators(
  look: StudyLook,
  { found, options }: PlannedContrast,
  contrastIn: ContrastIn,
): OtherAnnotators {
  const { completed: study } = look;
  const people = contrastOver(study, (rows) => rows.annotator, contrastIn);
  const missing = Math.max(0, LEAST_ANNOTATORS - people.values.length);
  const method = 'other-annotators.two-way';
  const { estimate, standardError, df } = found;
  if (missing > 0 || estimate === null || standardError === null || df === null) {
    const word = missing > 0 ? 'too_few_annotators' : 'not_yet_clear';
    return { word, interval: null, annotators_needed: missing, method };
  }
  const between = spreadOf(people);
  const answers = spreadOf(contrastOver(study, answerNumbers(study), contrastIn));
  const scenarios = standardError ** 2;
  const both = scenarios + between.variance - answers.variance;
  const error = Math.sqrt(Math.max(both, scenarios, between.variance));
  const critical = lookCritical({ ...look, cases: look.order.positions.length }, options.alpha);
  const freedom = Math.max(1, Math.min(df, between.df));
  const half = tQuantileUpper(normalUpper(critical), freedom) * error;
  const [low, high] = options.ends ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const { level } = study.settings;
  const range = interval(Math.max(low, estimate - half), Math.min(high, estimate + half), level);
  const { reason } = stoppingDecision(range, options);
  return {
    word: reason === 'continue' ? 'not_yet_clear' : reason,
    interval: presentInterval(range, look.phase === 'past_plan' ? 'past_plan' : 'planned'),
    annotators_needed: 0,
    method,
  };
}

interface Contrasts {
  readonly values: readonly number[];
  /** Share of all judgements behind each value. */
  readonly weights: readonly number[];
}

function spreadOf({ values, weights }: Contrasts) {
  const centre = values.reduce((sum, value, g) => sum + value * (weights[g] ?? 0), 0);
  const gaps = values.map((value, g) => (value - centre) * (weights[g] ?? 0));
  return cr2Mean(gaps, weights);
}

type GroupOf = (rows: Judged) => Int32Array;

/** The comparison in each group of judgements that has an answer, as if every group were a case. */
function contrastOver(study: CleanStudy, groupOf: GroupOf, contrastIn: ContrastIn): Contrasts {
  const [votes, choices, scores] = [study.votes, study.choices, study.scores].map(groupOf);
  const counts: number[] = [];
  for (const groups of [votes, choices, scores]) {
    for (const group of groups ?? []) counts[group] = (counts[group] ?? 0) + 1;
  }
  const asCases: CleanStudy = {
    ...study,
    cases: counts.length,
    votes: { ...study.votes, case: votes ?? study.votes.case },
    choices: { ...study.choices, case: choices ?? study.choices.case },
    scores: { ...study.scores, case: scores ?? study.scores.case },
  };
  const all = contrastIn(asCases, {
    positions: Int32Array.from(counts.keys()),
    completedAtMs: new Float64Array(counts.length),
    incomplete: 0,
  });
  const heard = Array.from(all.keys()).filter((g) => !Number.isNaN(all[g] ?? Number.NaN));
  const total = heard.reduce((sum, g) => sum + (counts[g] ?? 0), 0);
  return {
    values: heard.map((g) => all[g] ?? 0),
    weights: heard.map((g) => (counts[g] ?? 0) / total),
  };
}

/** A number for what one annotator says of one case. */
function answerNumbers({ votes, choices, scores, annotators }: CleanStudy): GroupOf {
  const size = annotators.length;
  const keyOf = (rows: Judged, row: number): number =>
    (rows.case[row] ?? 0) * size + (rows.annotator[row] ?? 0);
  const numbers = new Map<number, number>();
  for (const rows of [votes, choices, scores]) {
    for (let row = 0; row < rows.case.length; row += 1) {
      const key = keyOf(rows, row);
      if (!numbers.has(key)) numbers.set(key, numbers.size);
    }
  }
  return (rows) => rows.case.map((_, row) => numbers.get(keyOf(rows, row)) ?? 0);
}
