import type { Progress } from '../../../contract/results/evaluation-results.ts';
import type { ResultStatistics } from '../../../contract/results/results.ts';
import { LEAST_CASES } from '../../../statistics/sequences/plan-boundary.ts';
import { annotatorCautions } from './annotator-cautions.ts';
import { verdictLead, zoneText } from './verdict-lead.ts';
import { warningSentence } from './warning-sentences.ts';
import { count, decimal, integer, percent, type ResultNames } from './wording.ts';

/** What a reader has to know before acting on the headline, most serious first. */
export function cautions(statistics: ResultStatistics, names: ResultNames): readonly string[] {
  const found = [
    bothBad(statistics),
    closedEarly(statistics),
    smallerThanItLooks(statistics, names),
    smallerThanMatters(statistics),
    ...annotatorCautions(statistics, names),
    severalCriteria(statistics),
    lowAgreement(statistics),
    oneSideWins(statistics),
    oneLengthWins(statistics),
    ...warningsOf(statistics).map((warning) => warningSentence(warning, { statistics, names })),
  ].filter((sentence) => sentence !== null);
  return [...new Set(found)];
}

/** Judgements by annotators who could see which variant is which. */
export function namesSeen({
  judgements,
  judgements_with_names: withNames,
}: Pick<Progress, 'judgements' | 'judgements_with_names'>): string | null {
  return withNames === 0
    ? null
    : `Not all judgements are blind: ${integer(withNames)} of ${integer(judgements)} came from annotators who could see which variant is which.`;
}

/** Tasks that cannot be judged because an output is missing. */
export function missingOutputs({
  tasks,
  tasks_ready: ready,
}: Pick<Progress, 'tasks' | 'tasks_ready'>): string | null {
  if (ready >= tasks) return null;
  return `${integer(tasks - ready)} of ${count(tasks, 'task')} cannot be judged: outputs are missing.`;
}

function warningsOf({ warnings, several_variants }: ResultStatistics) {
  return [...warnings, ...(several_variants?.warnings ?? [])];
}

/** From this share on, even the winner may be useless. */
const MANY_BAD = 0.3;

/** Among a few scenarios, a third can be bad by chance. */
function bothBad(statistics: ResultStatistics): string | null {
  const { two_variants: two, several_variants: several, computation } = statistics;
  const { completed_cases: completed, cases: planned } = computation.plan;
  if (completed < Math.min(LEAST_CASES, planned)) return null;
  const share = two?.both_bad_rate.estimate ?? shareOfBad(several);
  if (share === null || share < MANY_BAD) return null;
  const isOneEach = computation.judgements_per_case_wanted === 1 && two !== null;
  const where = `In ${percent(share)} of ${isOneEach ? 'scenarios' : 'comparisons'}`;
  return two === null
    ? `${where} no output was good: the best may not be good enough.`
    : `${where} both were bad: neither is good enough.`;
}

function shareOfBad(several: ResultStatistics['several_variants']): number | null {
  if (several === null) return null;
  const { choices, win_matrix } = several;
  const all = win_matrix.reduce((sum, { votes }) => sum + votes, choices.total);
  const bad = win_matrix.reduce((sum, { both_bad }) => sum + both_bad, choices.all_bad);
  return all === 0 ? null : bad / all;
}

function closedEarly({ verdict }: ResultStatistics): string | null {
  const { plan, stop_reason, judgements } = verdict;
  if (stop_reason !== 'budget' || plan.phase !== 'before_end' || judgements === 0) return null;
  return `The evaluation was closed early, after ${integer(plan.completed_cases)} of ${count(plan.cases, 'planned scenario')}.`;
}

function smallerThanItLooks(statistics: ResultStatistics, names: ResultNames): string | null {
  const { adjusted_effect: adjusted, effect } = statistics.verdict;
  const lead = verdictLead(statistics, names);
  if (lead === null || adjusted === null || effect === null) return null;
  const [likely, seen] = [lead.value(adjusted), lead.value(effect)];
  return likely === seen
    ? null
    : `The difference is probably smaller than it looks: about ${likely} instead of ${seen}.`;
}

function smallerThanMatters(statistics: ResultStatistics): string | null {
  return statistics.verdict.within_zone
    ? `The difference is smaller than ${zoneText(statistics)}, the difference that matters here.`
    : null;
}

/** From this many on, chance alone finds a difference on some criterion in one of ten studies. */
const MANY_CRITERIA = 4;

/** The verdict's error rate is for one criterion; further criteria add their own. */
function severalCriteria({ scores, verdict }: ResultStatistics): string | null {
  const compared = scores.filter(
    // Where criteria are asked, there may be no overall score.
    ({ differences, warnings }) => differences.length > 0 && !warnings.includes('no_data'),
  );
  const isFound = compared.some(
    ({ criterion, differences }) =>
      criterion !== verdict.criterion &&
      differences.some(({ known }) => known === 'better' || known === 'worse'),
  );
  return isFound && compared.length >= MANY_CRITERIA
    ? `Each of the ${compared.length} criteria is decided by itself: of so many, one may differ by chance.`
    : null;
}

/**
 * Agreement is low where even the upper end of its interval is: below a fifth of the way to
 * perfect.
 */
const LOW_AGREEMENT = 0.2;
/**
 * Where nearly all prefer one variant, annotators give the same answer and alpha is still near 0.
 */
const MOSTLY_THE_SAME = 2 / 3;
/**
 * With fewer scenarios the interval of alpha is often too short: with 8 scenarios, two annotators
 * and an alpha of 0.36, agreement was called low in 13 of 100 studies.
 */
const ENOUGH_FOR_ALPHA = 15;

function lowAgreement({ agreement, verdict }: ResultStatistics): string | null {
  const panel = agreement.find(({ criterion }) => criterion === verdict.criterion);
  const { estimate = null, interval = null, clusters = null } = panel?.krippendorff ?? {};
  if (estimate === null || interval === null || interval.high >= LOW_AGREEMENT) return null;
  if ((clusters ?? 0) < ENOUGH_FOR_ALPHA) return null;
  if ((panel?.raw.estimate ?? 0) >= MOSTLY_THE_SAME) return null;
  return `Annotators agree hardly more often than by chance (Krippendorff’s alpha ${decimal(estimate)}): check that guidelines and criteria are clear.`;
}

function oneSideWins({ bias }: ResultStatistics): string | null {
  const { alarm = false, first_wins } = bias.position ?? {};
  const share = first_wins?.estimate ?? null;
  if (!alarm || share === null) return null;
  const [side, wins] = share >= 0.5 ? ['left', share] : ['right', 1 - share];
  return `The ${side} output wins ${percent(wins)} of decided comparisons, whichever variant it comes from: the side seems to sway annotators.`;
}

function oneLengthWins({ bias }: ResultStatistics): string | null {
  const { alarm = false, longer_wins } = bias.length ?? {};
  const share = longer_wins?.estimate ?? null;
  if (!alarm || share === null) return null;
  const [length, wins] = share >= 0.5 ? ['longer', share] : ['shorter', 1 - share];
  return `The ${length} output wins ${percent(wins)} of decided comparisons: the length itself may sway annotators.`;
}
