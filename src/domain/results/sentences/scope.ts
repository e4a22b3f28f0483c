import type { ResultStatistics } from '../../../contract/results/results.ts';
import { LEAST_ANNOTATORS } from '../other-annotators.ts';
import { verdictLead } from './verdict-lead.ts';
import { count, inBrackets, type ResultNames } from './wording.ts';

/** For which scenarios and which annotators the interval holds; nothing while there is none. */
export function scope(statistics: ResultStatistics, names: ResultNames): readonly string[] {
  const { interval, annotators, settled } = statistics.verdict;
  if (interval === null) return [];
  const these = annotators === 1 ? 'this annotator' : `these ${count(annotators, 'annotator')}`;
  return [
    `${settled ? 'Holds' : 'The interval holds'} for scenarios like these, judged by ${these}.`,
    ...beyondThem(statistics, names),
  ];
}

function beyondThem(statistics: ResultStatistics, names: ResultNames): readonly string[] {
  const { word, interval, annotators_needed } = statistics.verdict.other_annotators;
  const lead = verdictLead(statistics, names);
  if (lead === null) return [];
  const range = inBrackets([lead.interval(interval)]);
  if (word === 'too_few_annotators') {
    const judged = LEAST_ANNOTATORS - annotators_needed;
    return [
      `Not known for other annotators: at least ${LEAST_ANNOTATORS} must judge, and ${judged} ${judged === 1 ? 'has' : 'have'} so far.`,
    ];
  }
  if (word === 'not_yet_clear') return [`Not yet clear for other annotators${range}.`];
  return [`Holds for other annotators too${range}.`];
}
