import type { ResultWarning } from '../../contract/result-estimates.ts';
import type { Computation, ResultStatistics, Verdict } from '../../contract/results.ts';
import { agreementPanels } from './agreement-panel.ts';
import { DOMINANT_SHARE } from './annotator-quality.ts';
import { summarizeBias } from './bias-strip.ts';
import { type CleanStudy, cleanStudy, withoutExclusions } from './clean-study.ts';
import { primaryCriterion, verdictOfScores } from './compare-scores.ts';
import { inferenceOf, type Volume, verdictOfSeveral, verdictOfTwo } from './compare-variants.ts';
import { completedCases } from './completed-cases.ts';
import { methodsOf } from './methods-of.ts';
import { resultWarnings } from './present-estimate.ts';
import { DRAWS, type SeveralVariantsResult, summarizeSeveralVariants } from './several-variants.ts';
import { summarizeSlices } from './slices.ts';
import type { StudyData } from './study-data.ts';
import { type CriterionResult, summarizeScores } from './summarize-scores.ts';
import { summarizeTwoVariants, type TwoVariantResult } from './two-variants.ts';
import { countVotes } from './vote-clusters.ts';

/** Everything the results page shows, from the judgements of one evaluation. Pure and repeatable. */
export function summarizeResults(data: StudyData): ResultStatistics {
  const study = cleanStudy(data);
  const volume = volumeOf(study);
  const counted = countVotes(study, study.votes);
  const isComparison = study.kind === 'comparison';
  const two =
    isComparison && study.variants.length === 2 ? summarizeTwoVariants(study, counted) : null;
  const several =
    isComparison && study.variants.length > 2 ? summarizeSeveralVariants(study, counted) : null;
  const scores = summarizeScores(study);
  const verdict = verdictOf(study, { two, several, scores, volume });
  const bias = summarizeBias(study, counted, scores);
  const blocks = {
    two_variants: two?.block ?? null,
    several_variants: several?.block ?? null,
    scores: scores.map(({ block }) => block),
    agreement: agreementPanels(study, scores),
    bias,
    slices: summarizeSlices(study, scores),
  };
  return {
    kind: study.kind,
    verdict,
    ...blocks,
    computation: {
      ...computationOf(study, verdict, volume),
      exclusions: exclusionsOf(study, data),
      methods: methodsOf([verdict, blocks]),
    },
    warnings: resultWarnings(verdict.warnings, pageWarnings(study, volume)),
  };
}

interface Results {
  readonly two: TwoVariantResult | null;
  readonly several: SeveralVariantsResult | null;
  readonly scores: readonly CriterionResult[];
  readonly volume: Volume;
}

function verdictOf(study: CleanStudy, { two, several, scores, volume }: Results): Verdict {
  if (two !== null) return verdictOfTwo(study, two, volume);
  if (several !== null) return verdictOfSeveral(study, several, volume);
  return verdictOfScores(study, primaryCriterion(scores), volume);
}

function volumeOf({ votes, choices, scores }: CleanStudy): Volume {
  const annotators = new Set<number>();
  for (const rows of [votes, choices, scores]) {
    for (const annotator of rows.annotator) annotators.add(annotator);
  }
  return {
    judgements: votes.case.length + choices.case.length + scoredOutputs(scores),
    annotators: annotators.size,
  };
}

/** Several criteria of one output are one judgement. */
function scoredOutputs({ case: cases, annotator, variant }: CleanStudy['scores']): number {
  const seen = new Set<string>();
  cases.forEach((position, row) => seen.add(`${position},${annotator[row]},${variant[row]}`));
  return seen.size;
}

function computationOf(
  study: CleanStudy,
  verdict: Verdict,
  volume: Volume,
): Omit<Computation, 'exclusions' | 'methods'> {
  const { level, seed, judgementsPerTask } = study.settings;
  const judged = new Set([...study.votes.case, ...study.choices.case, ...study.scores.case]);
  return {
    estimand: verdict.estimand,
    weighting: verdict.estimand === 'ability_difference' ? 'votes_equal' : 'cases_equal',
    scope: verdict.scope,
    inference: inferenceOf(study),
    level,
    seed,
    draws: DRAWS,
    cases: study.cases,
    judged_cases: judged.size,
    completed_cases: completedCases(study),
    judgements: volume.judgements,
    annotators: volume.annotators,
    judgements_per_case_wanted: judgementsPerTask,
  };
}

/** With the headline as it would be if nobody had been excluded, so that the rule can be judged. */
function exclusionsOf(study: CleanStudy, data: StudyData): Computation['exclusions'] {
  const { settings, exclusions, annotators } = study;
  return {
    annotators: settings.excludedAnnotators.flatMap((index) => annotators[index] ?? []),
    minimum_seconds: settings.minimumSeconds,
    by_annotator: exclusions.byAnnotator,
    by_time: exclusions.byTime,
    invalid: exclusions.invalid,
    headline_with_all:
      exclusions.byAnnotator + exclusions.byTime === 0 ? null : headlineOfAll(data),
  };
}

function headlineOfAll(data: StudyData): Computation['exclusions']['headline_with_all'] {
  const study = cleanStudy(withoutExclusions(data));
  if (study.kind === 'scoring') {
    const [criterion] = summarizeScores(study);
    return criterion?.block.differences[0]?.difference ?? null;
  }
  const counted = countVotes(study, study.votes);
  if (study.variants.length === 2) {
    return summarizeTwoVariants(study, counted)?.block.score_win_rate ?? null;
  }
  return summarizeSeveralVariants(study, counted).block.differences[0]?.difference ?? null;
}

/** What always stands on the page, whatever the verdict. */
function pageWarnings(study: CleanStudy, { judgements, annotators }: Volume): ResultWarning[] {
  const completed = completedCases(study);
  const warnings: ResultWarning[] = [];
  if (judgements === 0) return ['no_data'];
  if (completed < 20) warnings.push(completed === 1 ? 'one_case' : 'few_cases');
  if (annotators < 5) warnings.push(annotators === 1 ? 'one_annotator' : 'few_annotators');
  if (inferenceOf(study) === 'always_valid') warnings.push('fixed_n_while_open');
  if (study.exclusions.byAnnotator + study.exclusions.byTime > 0) {
    warnings.push('excluded_judgements');
  }
  if (hasDominantAnnotator(study)) warnings.push('dominant_annotator');
  if (hasSideImbalance(study)) warnings.push('side_imbalance');
  if (study.votes.sided.includes(0)) warnings.push('sides_unknown');
  if (offersWereUnequal(study)) warnings.push('unequal_offers');
  return warnings;
}

function hasDominantAnnotator({ votes, choices, scores, annotators }: CleanStudy): boolean {
  if (annotators.length <= 1 / DOMINANT_SHARE) return false;
  const counts = new Float64Array(annotators.length);
  let total = 0;
  for (const rows of [votes, choices, scores]) {
    for (const annotator of rows.annotator) counts[annotator] = (counts[annotator] ?? 0) + 1;
    total += rows.annotator.length;
  }
  return counts.some((count) => count > DOMINANT_SHARE * total);
}

/** Of the votes that showed a variant, more than 55 % on one side. */
function hasSideImbalance({ variants, votes }: CleanStudy): boolean {
  const left = new Float64Array(variants.length);
  const right = new Float64Array(variants.length);
  votes.left.forEach((variant, row) => {
    if (votes.sided[row] === 0) return;
    const other = votes.right[row] ?? 0;
    left[variant] = (left[variant] ?? 0) + 1;
    right[other] = (right[other] ?? 0) + 1;
  });
  return left.some((count, i) => {
    const total = count + (right[i] ?? 0);
    return total >= 20 && Math.abs(count - (right[i] ?? 0)) > 0.1 * total;
  });
}

/** Pairs that were chosen by what was known so far: rates averaged over pairs lean towards them. */
function offersWereUnequal({ votes }: CleanStudy): boolean {
  const known = votes.probability.filter((p) => !Number.isNaN(p));
  return known.some((p) => Math.abs(p - (known[0] ?? p)) > 1e-9);
}
