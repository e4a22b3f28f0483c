import { lookTail } from '../../statistics/sequences/plan-boundary.ts';
import { type CaseOrder, plannedJudgements } from './case-order.ts';
import { type CleanStudy, pickChoices, pickScores, pickVotes } from './clean-study.ts';
import { rowsWhere } from './columns.ts';
import { firstJudgements } from './first-judgements.ts';

/** How far a study has come with its plan: all inference of one page is made at one look. */
export interface StudyLook {
  /** Cases of the plan. */
  readonly planned: number;
  readonly order: CaseOrder;
  /** The judgements of the completed cases. */
  readonly completed: CleanStudy;
  /** The same as the plan wanted them, where judgements were added later. */
  readonly asPlanned: CleanStudy;
  /** Judgements of completed cases, in judgements that the plan wanted of a case. */
  readonly time: number;
  readonly phase: 'before_end' | 'at_end' | 'past_plan';
}

export function lookAt(study: CleanStudy): StudyLook {
  const { plan, judgementsPerTask } = study.settings;
  const planned = plan?.cases ?? study.cases;
  const { order } = study;
  const completed = rowsOfCases(study, order);
  const wanted = plannedJudgements(study);
  const asPlanned =
    plan !== null && judgementsPerTask > wanted ? firstJudgements(completed, wanted) : completed;
  const cases = order.positions.length;
  const time = plan === null ? cases : timeOf(completed, asPlanned, cases);
  const phase = time > planned ? 'past_plan' : cases < planned ? 'before_end' : 'at_end';
  return { planned, order, completed, asPlanned, time, phase };
}

/** The tail of one interval that holds at every look like this one; 0 before anything may be said. */
function tailOf({ order, planned, time }: StudyLook, level: number): number {
  return lookTail({ cases: order.positions.length, planned, time }, 1 - level);
}

/** A case that was judged twice as often counts for two. */
function timeOf(completed: CleanStudy, asPlanned: CleanStudy, cases: number): number {
  const rows = ({ votes, choices, scores }: CleanStudy): number =>
    votes.case.length + choices.case.length + scores.case.length;
  const wanted = rows(asPlanned);
  return wanted === 0 ? cases : (cases * rows(completed)) / wanted;
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
 * How every rate beside the headline is shown at this look: for these annotators, like the headline.
 * Of several comparisons each gets a part of the error, so that they hold together.
 */
export function optionsAt(look: StudyLook, comparisons = 1) {
  const { level } = look.completed.settings;
  const tail = tailOf(look, 1 - (1 - level) / comparisons);
  return { confidence: level, tail, scope: 'cases' } as const;
}
