import type { ResultWarning } from '../../../contract/results/result-estimates.ts';
import type { ResultStatistics } from '../../../contract/results/results.ts';
import { LEAST_CASES } from '../../../statistics/sequences/plan-boundary.ts';
import { headlineWithAll } from './headline-with-all.ts';
import { count, list, percent, type ResultNames, seconds } from './wording.ts';

interface WarnedResults {
  readonly statistics: ResultStatistics;
  readonly names: ResultNames;
}

/** What a warning of the whole page means for its reader. */
export function warningSentence(warning: ResultWarning, results: WarnedResults): string | null {
  return SENTENCES[warning](results);
}

/** The figure it concerns is missing or has a wider interval; the reader need not do anything. */
const isDetailOfMethod = () => null;
/** Another sentence has it with more detail. */
const isInOtherSentence = () => null;

/** Every warning has an entry, so that a new one does not compile without a decision. */
const SENTENCES: Record<ResultWarning, (results: WarnedResults) => string | null> = {
  all_ties: () => 'Every comparison ended in a tie.',
  constant_annotator: isInOtherSentence, // annotator-cautions.ts names the annotator
  degenerate_input: isDetailOfMethod,
  dominant_annotator: dominantAnnotator,
  excluded_judgements: excludedJudgements,
  extended,
  few_annotators: fewAnnotators,
  few_cases: fewScenarios,
  few_clusters: isInOtherSentence, // few_cases and few_annotators say which
  incomplete_cases: incompleteScenarios,
  invalid_option: isDetailOfMethod,
  missing_excluded: () => 'Scenarios without an answer are left out.',
  mixed_methods: () =>
    'Some annotators compared two outputs at a time and some chose among all of them; both count.',
  no_data: isInOtherSentence, // the headline says it
  no_ties: isDetailOfMethod,
  no_variation: isDetailOfMethod,
  non_finite_excluded: () => 'Scores that are not numbers are left out.',
  not_connected: notConnected,
  not_converged: isDetailOfMethod,
  not_identified: isDetailOfMethod,
  one_annotator: () => 'One annotator gave all judgements: others may prefer something else.',
  one_case: fewScenarios,
  one_category: isDetailOfMethod,
  one_cluster: isInOtherSentence, // one_case and one_annotator say which
  rare_differences: () =>
    'The difference is not known to be too small to matter: one more scenario like the most extreme one could change that.',
  rules_exclude_all: () =>
    'The rules for leaving annotators out would leave out all of them, so none was left out.',
  sensitive_to_ties: sensitiveToTies,
  settings_changed: () =>
    'How results are computed was changed after the first judgement, when they could be seen.',
  side_imbalance: () =>
    'A variant was shown on one side more often than on the other, so a preference for that side counts as one for the variant.',
  sides_unknown: () =>
    'Some judgements do not record which output was on the left: whether the side mattered cannot be checked for them.',
  slices_unplanned: isInOtherSentence, // the section of slices says it
  small_sample_correction_skipped: isDetailOfMethod,
  too_many_annotators: isDetailOfMethod,
  two_way_guarded: isDetailOfMethod,
  unequal_offers: () =>
    'Some pairs were offered more often than others, so win rates depend more on them.',
  verdict_withdrawn: () =>
    'It was settled before and is open again: scenarios judged since then contradict the earlier result.',
  zero_variance: () =>
    'All scenarios have the same result so far, so it is not known how much scenarios differ.',
};

function dominantAnnotator({ statistics, names }: WarnedResults): string | null {
  const [most] = statistics.bias.annotators.toSorted((one, other) => other.share - one.share);
  return most === undefined
    ? 'One annotator gave more than a fifth of all judgements.'
    : `${names.annotator(most.annotator)} gave ${percent(most.share)} of all judgements: the result leans on one annotator.`;
}

function excludedJudgements({ statistics, names }: WarnedResults): string {
  const { by_annotator, by_rule, by_time, minimum_seconds } = statistics.computation.exclusions;
  const parts = [
    ...(by_annotator > 0 ? [`${count(by_annotator, 'judgement')} by excluded annotators`] : []),
    ...(by_rule > 0
      ? [`${count(by_rule, 'judgement')} by annotators whom the rules leave out`]
      : []),
    ...(by_time > 0
      ? [`${count(by_time, 'judgement')} in less than ${seconds(minimum_seconds ?? 0)}`]
      : []),
  ];
  const withAll = headlineWithAll(statistics, names);
  return `Left out: ${list(parts)}.${withAll === null ? '' : ` With all judgements: ${withAll}`}`;
}

function extended({ statistics }: WarnedResults): string {
  const { cases, judgements_per_task, phase } = statistics.verdict.plan;
  const plan = `${count(cases, 'scenario')} with ${count(judgements_per_task, 'judgement')} per task`;
  switch (phase) {
    case 'before_end':
      return `The evaluation was extended; its plan of ${plan} has not ended yet.`;
    case 'at_end':
      return `The evaluation was extended; its plan of ${plan} has ended, and what was added counts from its first completed scenario on.`;
    case 'past_plan':
      return `The evaluation went on past its plan of ${plan}; the interval allows for it.`;
  }
}

/** How many more scenarios an interval needs, or how few there are. */
function fewScenarios({ statistics }: WarnedResults): string {
  const { completed_cases: completed, cases: planned } = statistics.verdict.plan;
  const first = Math.min(LEAST_CASES, planned);
  return completed < first
    ? `There is no interval before ${count(first, 'completed scenario')}: ${first - completed} more to go.`
    : `Only ${count(completed, 'scenario')} ${completed === 1 ? 'is' : 'are'} completed: a few more can change the result.`;
}

/** Null where the scope of the interval already says that it is not known for other annotators. */
function fewAnnotators({ statistics }: WarnedResults): string | null {
  const { interval, other_annotators, annotators } = statistics.verdict;
  if (interval !== null && other_annotators.word === 'too_few_annotators') return null;
  return `Only ${count(annotators, 'annotator')} judged: others may prefer something else.`;
}

function incompleteScenarios({ statistics }: WarnedResults): string {
  const { judged_cases, completed_cases } = statistics.computation;
  const missing = Math.max(1, judged_cases - completed_cases);
  return `${count(missing, 'scenario')} still ${missing === 1 ? 'lacks' : 'lack'} judgements and ${missing === 1 ? 'does' : 'do'} not count yet.`;
}

function notConnected({ statistics, names }: WarnedResults): string {
  const groups = statistics.several_variants?.groups ?? [];
  const apart = groups.map((group) => list(group.map(names.variant)));
  return `Some variants were never compared with each other, not even through others: ${apart.join(' · ')}.`;
}

function sensitiveToTies({ statistics }: WarnedResults): string | null {
  const readings = statistics.two_variants?.tie_sensitivity;
  if (readings === undefined) return null;
  const isSettled = {
    half: readings.ties_as_half !== 'not_yet_clear',
    dropped: readings.ties_dropped !== 'not_yet_clear',
  };
  const start = 'The answer depends on how ties are counted';
  if (isSettled.half === isSettled.dropped) return `${start}.`;
  return isSettled.half
    ? `${start}: counted as half it is settled, left out it is not.`
    : `${start}: left out it is settled, counted as half it is not.`;
}
