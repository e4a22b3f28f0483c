import { lookTail } from '../../statistics/sequences/plan-boundary.ts';
import { type CaseOrder, plannedJudgements } from './case-order.ts';
import { type CleanStudy, pickChoices, pickScores, pickVotes } from './clean-study.ts';
import { rowsWhere } from './columns.ts';
import { firstJudgements } from './first-judgements.ts';

/** How far a study is through its plan; all inference of one page is made at one look. */
export interface StudyLook {
  /** Cases of the plan. */
  readonly planned: number;
  readonly order: CaseOrder;
  /** The judgements of the completed cases. */
  readonly completed: CleanStudy;
  /** The same without judgements that an extension added. */
  readonly asPlanned: CleanStudy;
  /** Judgements of completed cases, in units of a case's planned judgements. */
  readonly time: number;
  readonly phase: 'before_end' | 'at_end' | 'past_plan';
}

export function lookAt(study: CleanStudy): StudyLook {
  const { plan, judgementsPerTask } = study.settings;
  const planned = plan?.cases ?? study.cases;
  const { order } = study;
  const completed = rowsOfCases(study, order);
  const perTask = plannedJudgements(study);
  const asPlanned =
    plan !== null && judgementsPerTask > perTask ? firstJudgements(completed, perTask) : completed;
  const cases = order.positions.length;
  const time = plan === null ? cases : timeOf(completed, asPlanned, cases);
  const phase = time > planned ? 'past_plan' : cases < planned ? 'before_end' : 'at_end';
  return { planned, order, completed, asPlanned, time, phase };
}

/** The tail of one interval that holds at every look; 0 before the first look with an interval. */
function tailOf({ order, planned, time }: StudyLook, level: number): number {
  return lookTail({ cases: order.positions.length, planned, time }, 1 - level);
}

/** A case with twice the planned judgements counts as two. */
function timeOf(completed: CleanStudy, asPlanned: CleanStudy, cases: number): number {
  const rows = ({ votes, choices, scores }: CleanStudy): number =>
    votes.case.length + choices.case.length + scores.case.length;
  const plannedRows = rows(asPlanned);
  return plannedRows === 0 ? cases : (cases * rows(completed)) / plannedRows;
}

function rowsOfCases(study: CleanStudy, { positions }: CaseOrder): CleanStudy {
  const { votes, choices, scores, cases } = study;
  const isIn = new Uint8Array(cases);
  for (const position of positions) isIn[position] = 1;
  const rowsOf = ({ case: values }: { readonly case: Int32Array }): Int32Array =>
    rowsWhere(values.length, (row) => isIn[values[row] ?? 0] === 1);
  return {
    ...study,
    votes: pickVotes(votes, rowsOf(votes)),
    choices: pickChoices(choices, rowsOf(choices)),
    scores: pickScores(scores, rowsOf(scores)),
  };
}

/**
 * The options of rates beside the headline: for these annotators, like the headline. Several
 * comparisons share the error, so that they hold together.
 */
export function optionsAt(look: StudyLook, comparisons = 1) {
  const { level } = look.completed.settings;
  const tail = tailOf(look, 1 - (1 - level) / comparisons);
  return { confidence: level, tail, scope: 'cases' } as const;
}
