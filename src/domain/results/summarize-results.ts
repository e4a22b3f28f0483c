import type { Computation, ResultStatistics, Verdict } from '../../contract/results/results.ts';
import { agreementPanels } from './agreement-panel.ts';
import { summarizeBias } from './bias-strip.ts';
import { type CleanStudy, cleanStudy, hasExclusions, withoutExclusions } from './clean-study.ts';
import { primaryCriterion, verdictOfScores } from './compare-scores.ts';
import { inferenceOf, type Volume, verdictOfSeveral, verdictOfTwo } from './compare-variants.ts';
import { completedCases } from './completed-cases.ts';
import { headlineOf } from './headline-of.ts';
import { hidePrior } from './hide-prior.ts';
import { lengthEffect } from './length-effect.ts';
import { methodsOf } from './methods-of.ts';
import { pageWarnings } from './page-warnings.ts';
import { resultWarnings } from './present-estimate.ts';
import { DRAWS, type SeveralVariantsResult, summarizeSeveralVariants } from './several-variants.ts';
import { summarizeSlices } from './slices.ts';
import { marksOf, studyByRules } from './study-by-rules.ts';
import type { StudyData } from './study-data.ts';
import { askedCriteria, type CriterionResult, summarizeScores } from './summarize-scores.ts';
import { summarizeTwoVariants, type TwoVariantResult } from './two-variants.ts';
import { countVotes } from './vote-clusters.ts';

/** Everything the results page shows, from the judgements of one evaluation. Pure and repeatable. */
export function summarizeResults(data: StudyData): ResultStatistics {
  const study = studyByRules(data);
  const volume = volumeOf(study);
  const counted = countVotes(study, study.votes);
  const isComparison = study.kind === 'comparison';
  const two =
    isComparison && study.variants.length === 2 ? summarizeTwoVariants(study, counted) : null;
  const several =
    isComparison && study.variants.length > 2 ? summarizeSeveralVariants(study, counted) : null;
  const scores = summarizeScores(study);
  const verdict = verdictOf(study, { two, several, scores, volume });
  const asked = askedCriteria(study);
  const blocks = {
    two_variants: two?.block ?? null,
    several_variants: several && hidePrior(several.block, several.abilities),
    scores: scores.map(({ block }) => block),
    agreement: agreementPanels(study, asked),
    bias: summarizeBias(study, asked, marksOf(data, study)),
    length_effect: lengthEffect(study),
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

function volumeOf(study: CleanStudy): Volume {
  const { annotators, votes, choices, scores } = study;
  const heard = new Uint8Array(annotators.length);
  for (const rows of [votes, choices, scores]) {
    for (let row = 0; row < rows.annotator.length; row += 1) heard[rows.annotator[row] ?? 0] = 1;
  }
  return {
    // Where outputs are compared, answers about each of them came with a vote.
    judgements:
      study.kind === 'comparison' ? votes.case.length + choices.case.length : scoredOutputs(scores),
    annotators: heard.reduce((sum, mark) => sum + mark, 0),
    completedCases: completedCases(study),
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
  return {
    estimand: verdict.estimand,
    weighting: verdict.estimand === 'ability_difference' ? 'votes_equal' : 'cases_equal',
    scope: verdict.scope,
    inference: inferenceOf(study),
    level,
    seed,
    draws: DRAWS,
    cases: study.cases,
    judged_cases: judgedCases(study),
    completed_cases: volume.completedCases,
    judgements: volume.judgements,
    annotators: volume.annotators,
    judgements_per_case_wanted: judgementsPerTask,
  };
}

function judgedCases({ cases, votes, choices, scores }: CleanStudy): number {
  const judged = new Uint8Array(cases);
  for (const rows of [votes, choices, scores]) {
    for (let row = 0; row < rows.case.length; row += 1) judged[rows.case[row] ?? 0] = 1;
  }
  return judged.reduce((sum, mark) => sum + mark, 0);
}

/** With the headline as it would be without exclusions, so that readers can judge the rule. */
function exclusionsOf(study: CleanStudy, data: StudyData): Computation['exclusions'] {
  const { settings, exclusions, annotators } = study;
  return {
    annotators: settings.excludedAnnotators.flatMap((index) => annotators[index] ?? []),
    minimum_seconds: settings.minimumSeconds,
    rules: [...settings.exclusionRules],
    rule_annotators: exclusions.ruled.map(({ annotator, rules }) => ({
      annotator: annotators[annotator] ?? '',
      rules: [...rules],
    })),
    by_annotator: exclusions.byAnnotator,
    by_rule: exclusions.byRule,
    by_time: exclusions.byTime,
    invalid: exclusions.invalid,
    headline_with_all: hasExclusions(study)
      ? headlineOf(cleanStudy(withoutExclusions(data)))
      : null,
  };
}
