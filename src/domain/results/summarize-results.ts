import type { Computation, ResultStatistics, Verdict } from '../../contract/results/results.ts';
import { agreementPanels } from './agreement-panel.ts';
import { annotatorEffects } from './annotator-effects.ts';
import { summarizeBias } from './bias-strip.ts';
import { type CleanStudy, cleanStudy, hasExclusions, withoutExclusions } from './clean-study.ts';
import { type ComparedPair, comparedByScores, comparedByVotes } from './compared-pair.ts';
import { primaryCriterion, verdictOfScores, verdictOfVotes } from './find-verdict.ts';
import { headlineOf } from './headline-of.ts';
import { lengthEffect } from './length-effect.ts';
import { methodsOf } from './methods-of.ts';
import { pageWarnings } from './page-warnings.ts';
import { voteContrasts } from './planned-contrasts.ts';
import { resultWarnings } from './present-estimate.ts';
import { summarizeSeveralVariants } from './several-variants.ts';
import { summarizeSlices } from './slices.ts';
import { answersOf } from './study-answers.ts';
import { marksOf, studyByRules } from './study-by-rules.ts';
import type { StudyData } from './study-data.ts';
import { lookAt, type StudyLook } from './study-look.ts';
import { summarizeScores } from './summarize-scores.ts';
import { summarizeTwoVariants } from './two-variants.ts';
import { planState } from './verdict.ts';
import { type Volume, volumeOf } from './volume-of.ts';

/**
 * Everything the results page shows, from the judgements of one evaluation. Pure and repeatable.
 */
export function summarizeResults(data: StudyData): ResultStatistics {
  const study = studyByRules(data);
  const look = lookAt(study);
  const volume = volumeOf(study);
  const answers = answersOf(study);
  const {
    pair,
    blocks: { verdict, ...compared },
  } = compare(study, look);
  const blocks = {
    ...compared,
    agreement: agreementPanels(study, answers.rated),
    bias: summarizeBias(study, answers, {
      marks: marksOf(data, { study, answers }),
      effects: annotatorEffects(look, pair),
      volume,
    }),
    length_effect: lengthEffectAt(study, look),
    slices: summarizeSlices(look),
  };
  return {
    kind: study.kind,
    verdict,
    ...blocks,
    computation: {
      ...computationOf(study, look, { verdict, volume }),
      exclusions: exclusionsOf(study, data),
      methods: methodsOf([verdict, blocks]),
    },
    warnings: resultWarnings(verdict.warnings, pageWarnings(study, look, volume)),
  };
}

/** Intervals at equal length hold for one look, that of the planned end: at others there are none. */
function lengthEffectAt(
  study: CleanStudy,
  { phase }: StudyLook,
): ResultStatistics['length_effect'] {
  const found = lengthEffect(study);
  if (found === null || phase === 'at_end') return found;
  const at_equal_length = found.at_equal_length.map((pair) => ({
    ...pair,
    score_win_rate: { ...pair.score_win_rate, interval: null },
    decisive_win_rate: { ...pair.decisive_win_rate, interval: null },
  }));
  return { ...found, at_equal_length };
}

type ComparedBlocks = Pick<
  ResultStatistics,
  'verdict' | 'two_variants' | 'several_variants' | 'scores'
>;

interface Comparison {
  readonly blocks: ComparedBlocks;
  /** The comparison of the verdict, where there is one. */
  readonly pair: ComparedPair | null;
}

function compare(study: CleanStudy, look: StudyLook): Comparison {
  const results = summarizeScores(look);
  const scores = results.map(({ block }) => block);
  if (study.kind === 'scoring') {
    const primary = primaryCriterion(results);
    const pair = comparedByScores(study, look, primary);
    const verdict = verdictOfScores(study, look, { result: primary, pair });
    const blocks = { verdict, two_variants: null, several_variants: null, scores };
    return { blocks, pair };
  }
  const contrasts = voteContrasts(study, look);
  const [only] = study.variants.length === 2 ? contrasts : [];
  const two = only === undefined ? null : summarizeTwoVariants(look, only);
  const isSensitive = two?.tie_sensitivity.sensitive ?? false;
  const pair = comparedByVotes(study, look, contrasts);
  const blocks = {
    verdict: verdictOfVotes(study, look, { contrasts, pair, isSensitive }),
    two_variants: two,
    several_variants: study.variants.length > 2 ? summarizeSeveralVariants(look, contrasts) : null,
    scores,
  };
  return { blocks, pair };
}

function computationOf(
  study: CleanStudy,
  look: StudyLook,
  { verdict, volume }: { readonly verdict: Verdict; readonly volume: Volume },
): Omit<Computation, 'exclusions' | 'methods'> {
  const { level, judgementsPerTask } = study.settings;
  return {
    estimand: verdict.estimand,
    scope: verdict.scope,
    level,
    plan: planState(study, look),
    cases: study.cases,
    judged_cases: judgedCases(study),
    completed_cases: look.order.positions.length,
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

/** With the headline as it would be without exclusions, so that readers can judge their effect. */
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
    ...resultsWithAll(study, data),
  };
}

type WithAll = Pick<Computation['exclusions'], 'headline_with_all' | 'results_with_all'>;

function resultsWithAll(study: CleanStudy, data: StudyData): WithAll {
  if (!hasExclusions(study)) return { headline_with_all: null, results_with_all: null };
  const all = cleanStudy(withoutExclusions(data));
  return {
    headline_with_all: headlineOf(all),
    results_with_all: compare(all, lookAt(all)).blocks,
  };
}
