import type { ResultStatistics, Verdict } from '../../../contract/results/results.ts';
import { tiesText } from './verdict-lead.ts';
import { count, integer, list, seconds } from './wording.ts';

/** What the headline estimates. */
export function estimandText(statistics: ResultStatistics): string {
  const ties = tiesText(statistics);
  const name = ESTIMANDS[statistics.computation.estimand];
  return ties === null ? name : `${name}; ${ties}`;
}

const ESTIMANDS: Record<Verdict['estimand'], string> = {
  score_win_rate: 'Win rate: mean over scenarios',
  win_rate_difference: 'Difference of win rates: mean over scenarios',
  mean_score: 'Mean score: mean over scenarios',
  mean_score_difference: 'Difference of mean scores: mean over scenarios',
};

/** "120 scenarios, 2 judgements per task; 60 completed so far". */
export function planText({ computation }: ResultStatistics): string {
  const { cases, judgements_per_task, completed_cases, phase } = computation.plan;
  const plan = `${count(cases, 'scenario')}, ${count(judgements_per_task, 'judgement')} per task`;
  const state = {
    before_end: `${integer(completed_cases)} completed so far`,
    at_end: 'completed',
    past_plan: 'completed and extended',
  }[phase];
  return `${plan}; ${state}`;
}

/** At which looks intervals hold, and for which comparisons. */
export function intervalsText({ computation, two_variants }: ResultStatistics): string {
  const looks =
    computation.plan.phase === 'past_plan'
      ? 'Hold at every look, also past the plan'
      : 'Hold at every look up to the end of the plan';
  return two_variants === null ? `${looks}, for all comparisons of a table together` : looks;
}

/** "40 by excluded annotators and 7 in less than 2 s". */
export function exclusionsText({ computation }: ResultStatistics): string {
  const { by_annotator, by_rule, by_time, minimum_seconds, invalid } = computation.exclusions;
  const parts = [
    ...(by_annotator > 0 ? [`${integer(by_annotator)} by excluded annotators`] : []),
    ...(by_rule > 0 ? [`${integer(by_rule)} by annotators whom the rules leave out`] : []),
    ...(by_time > 0 ? [`${integer(by_time)} in less than ${seconds(minimum_seconds ?? 0)}`] : []),
    ...(invalid > 0 ? [`${integer(invalid)} that could not be read`] : []),
  ];
  return parts.length === 0 ? 'None' : list(parts);
}
