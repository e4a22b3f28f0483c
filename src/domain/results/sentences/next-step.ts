import type { MoreNeeded, ResultStatistics } from '../../../contract/results/results.ts';
import { verdictLead } from './verdict-lead.ts';
import { count, integer, type ResultNames } from './wording.ts';

/** Whether to stop, and if not, how much more to judge; null where there is nothing to settle. */
export function nextStep(statistics: ResultStatistics, names: ResultNames): string | null {
  const { settled, stop_reason, plan, more_needed, interval } = statistics.verdict;
  if (settled) return 'You can stop now.';
  if (verdictLead(statistics, names) === null) return null;
  const more = howManyMore(more_needed);
  if (plan.phase === 'past_plan' || (plan.phase === 'at_end' && plan.extended)) {
    return `${more} Extend the evaluation when its tasks run out.`;
  }
  if (plan.phase === 'at_end') {
    const isHopeless = more_needed !== null && more_needed.high === null;
    return `All planned judgements are in. ${more}${isHopeless ? '' : ' Extend the evaluation to get more.'}`;
  }
  const beyond =
    more_needed?.within_plan === false
      ? ' The plan may end before that: then extend the evaluation.'
      : '';
  if (stop_reason === 'budget') return `Reopen the evaluation to continue. ${more}${beyond}`;
  return interval === null ? 'Continue judging: it is too early for an interval.' : more + beyond;
}

/** Projections are good for two digits. */
function howManyMore(more: MoreNeeded | null): string {
  if (more === null) return 'How many more judgements would settle it cannot be estimated yet.';
  const from = Math.max(1, roundedTo2(more.low, Math.floor));
  if (more.high === null) {
    return `It would take at least ${count(from, 'more judgement')}, perhaps far more: the difference may be too small to find.`;
  }
  const to = roundedTo2(more.high, Math.ceil);
  return from >= to
    ? `About ${count(to, 'more judgement')} would probably settle it.`
    : `${integer(from)} to ${count(to, 'more judgement')} would probably settle it.`;
}

function roundedTo2(value: number, round: (value: number) => number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return round(value / unit) * unit;
}
