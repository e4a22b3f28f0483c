import type { ResultStatistics } from '../../../contract/results/results.ts';
import { tiesText, type VerdictLead, variantsOf, verdictLead } from './verdict-lead.ts';
import {
  count,
  inBrackets,
  integer,
  intervalText,
  percent,
  type ResultNames,
  SHARES,
} from './wording.ts';

/** The figures behind the headline: closest rival, decided comparisons, equal length, basis. */
export function evidence(statistics: ResultStatistics, names: ResultNames): readonly string[] {
  if (statistics.verdict.judgements === 0) return [];
  const lead = verdictLead(statistics, names);
  return [
    ...(lead === null
      ? []
      : [
          closestRival(statistics, lead),
          decidedComparisons(statistics, lead),
          atEqualLength(statistics, lead),
        ]),
    basis(statistics),
  ].filter((sentence) => sentence !== null);
}

function closestRival(statistics: ResultStatistics, lead: VerdictLead): string | null {
  const { kind, verdict } = statistics;
  if (variantsOf(statistics).length < 3) return null;
  const { ahead, behind, unit, effect, isEven } = lead;
  const range = lead.interval(verdict.interval);
  const by = `${unit.value(effect)} higher than`;
  const soFar = verdict.settled ? '' : ' so far';
  if (kind === 'scoring') {
    return isEven
      ? `${ahead} and ${behind}, the closest, score the same${soFar}${inBrackets([range])}.`
      : `${ahead} scores ${by} ${behind}, the closest${inBrackets([range])}.`;
  }
  const figures = inBrackets([tiesText(statistics), range]);
  return isEven
    ? `${ahead} and ${behind}, the closest, have the same win rate${soFar}${figures}.`
    : `The win rate of ${ahead} is ${by} that of ${behind}, the closest${figures}.`;
}

function decidedComparisons({ two_variants: two }: ResultStatistics, lead: VerdictLead) {
  if (two === null) return null;
  const { wins, losses, ties, both_bad } = two.counts;
  const decided = wins + losses;
  const all = decided + ties + both_bad;
  if (all === 0) return null;
  if (decided === 0) return `None of ${count(all, 'comparison')} was decided.`;
  const won = lead.aheadId === two.variant ? wins : losses;
  const share = `(${percent(won / decided)})`;
  const [wonText, allText] = [integer(won), integer(all)];
  return decided === all
    ? `Every comparison was decided: ${lead.ahead} won ${wonText} of ${allText} ${share}.`
    : `Of ${count(decided, 'decided comparison')} out of ${allText}, ${lead.ahead} won ${wonText} ${share}.`;
}

function atEqualLength({ length_effect, verdict }: ResultStatistics, lead: VerdictLead) {
  const { variant, against } = verdict;
  const found = length_effect?.at_equal_length.find(
    (pair) =>
      (pair.variant === variant && pair.against === against) ||
      (pair.variant === against && pair.against === variant),
  );
  const { estimate = null, interval = null } = found?.decisive_win_rate ?? {};
  if (found === undefined || estimate === null) return null;
  const isTurned = found.variant !== lead.aheadId;
  const rate = percent(isTurned ? 1 - estimate : estimate);
  const range =
    interval &&
    intervalText(
      isTurned ? { ...interval, low: 1 - interval.high, high: 1 - interval.low } : interval,
      SHARES,
    );
  return `With outputs of equal length, ${lead.ahead} would win ${rate} of decided comparisons with ${lead.behind}${inBrackets([range])}.`;
}

function basis({ verdict, computation }: ResultStatistics): string {
  const { plan, judgements, annotators } = verdict;
  const planned = plan.cases;
  // All judgements of a completed scenario may have been left out.
  const completed = Math.min(plan.completed_cases, computation.judged_cases);
  if (completed === 0) {
    return `${count(judgements, 'judgement')} by ${count(annotators, 'annotator')} so far.`;
  }
  const scenarios =
    completed === planned && completed > 1
      ? `all ${count(planned, 'planned scenario')}`
      : completed < planned
        ? `${integer(completed)} of ${count(planned, 'planned scenario')}`
        : count(completed, 'scenario');
  // Judgements of scenarios that are not completed count in no figure yet.
  return computation.judged_cases > completed
    ? `Based on ${scenarios}; ${count(judgements, 'judgement')} by ${count(annotators, 'annotator')} so far.`
    : `Based on ${scenarios}, ${count(annotators, 'annotator')} and ${count(judgements, 'judgement')}.`;
}
