import type { ResultSeries } from '../../contract/results/results.ts';
import { formatTimestamp } from '../timestamps.ts';
import type { CaseSequence } from './case-sequence.ts';
import type { CleanStudy } from './clean-study.ts';
import { primaryCriterion, scoreSequences } from './compare-scores.ts';
import {
  bestOfAllAlpha,
  fewestCases,
  leaderOf,
  leaderSequences,
  type PairSequence,
  sequenceEstimand,
} from './compare-variants.ts';
import { type SequenceDesign, traceSequence } from './confidence-sequence.ts';
import { pairPoints } from './pair-points.ts';
import { resultWarnings } from './present-estimate.ts';
import { scoreDesign } from './score-sequence.ts';
import { summarizeSeveralVariants } from './several-variants.ts';
import { studyByRules } from './study-by-rules.ts';
import type { StudyData } from './study-data.ts';
import { summarizeScores } from './summarize-scores.ts';
import { winRateDesign } from './two-variants.ts';
import { countVotes } from './vote-clusters.ts';
import { rateZone, scoreZone } from './zone-of.ts';

/** More points than a screen has columns would only cost time. */
const MOST_POINTS = 400;

/** How the verdict came about: always-valid intervals over the completed cases. Pure and repeatable. */
export function summarizeSeries(data: StudyData): ResultSeries {
  const study = studyByRules(data);
  const plan = study.kind === 'scoring' ? scorePlan(study) : votePlan(study);
  const { sequences, reference, zone } = plan;
  return {
    lines: sequences.map((pair) => lineOf(study, plan, pair)),
    planned_cases: study.cases,
    completed_cases: fewestCases(sequences),
    zone: zone > 0 ? { low: reference - zone, high: reference + zone } : null,
    warnings: resultWarnings(
      sequences.some(({ sequence }) => sequence.values.length > 0) ? [] : ['no_data'],
      sequences.some(({ sequence }) => sequence.incomplete > 0) ? ['incomplete_cases'] : [],
    ),
  };
}

type Line = ResultSeries['lines'][number];

interface SeriesPlan {
  readonly sequences: readonly PairSequence[];
  readonly design: SequenceDesign;
  readonly estimand: Line['estimand'];
  readonly criterion: string | null;
  readonly reference: number;
  readonly zone: number;
}

function votePlan(study: CleanStudy): SeriesPlan {
  return {
    sequences: voteSequences(study),
    design: winRateDesign(study),
    estimand: sequenceEstimand(study),
    criterion: null,
    reference: 0.5,
    zone: rateZone(study.settings),
  };
}

/** Of two variants the later against the earlier, of several the leader against each other. */
function voteSequences(study: CleanStudy): readonly PairSequence[] {
  if (study.variants.length === 2) return leaderSequences(study, pairPoints(study), 1);
  if (study.variants.length < 2) return [];
  const { abilities, pairs } = summarizeSeveralVariants(study, countVotes(study, study.votes));
  return leaderSequences(study, pairs, leaderOf(study, abilities.abilities));
}

function scorePlan(study: CleanStudy): SeriesPlan {
  const result = primaryCriterion(summarizeScores(study));
  const criterion = result?.criterion;
  return {
    sequences: result === undefined ? [] : scoreSequences(study, result),
    design:
      criterion === undefined
        ? { kind: 'unbounded', plannedCases: study.cases }
        : scoreDesign(study, criterion),
    estimand: 'mean_score_difference',
    criterion: criterion?.name ?? null,
    reference: 0,
    zone: criterion === undefined ? 0 : scoreZone(study.settings, criterion),
  };
}

function lineOf(
  study: CleanStudy,
  plan: SeriesPlan,
  { variant, against, sequence }: PairSequence,
): Line {
  const alpha = bestOfAllAlpha(study);
  const points = traceSequence(sequence.values, plan.design, { alpha, most: MOST_POINTS });
  return {
    variant: study.variants[variant] ?? '',
    against: study.variants[against] ?? null,
    criterion: plan.criterion,
    estimand: plan.estimand,
    method: METHODS[plan.design.kind],
    level: 1 - alpha,
    reference: plan.reference,
    points: points.map(({ cases, estimate, interval }) => ({
      cases,
      completed_at: timeOf(sequence, cases),
      estimate,
      low: interval.low,
      high: interval.high,
    })),
  };
}

const METHODS: Readonly<Record<SequenceDesign['kind'], string>> = {
  'decided-cases': 'always-valid.beta-mixture',
  bounded: 'always-valid.betting',
  unbounded: 'always-valid.asymptotic',
};

function timeOf({ completedAtMs }: CaseSequence, cases: number): string | null {
  const at = completedAtMs[cases - 1] ?? Number.NaN;
  return Number.isFinite(at) && Math.abs(at) < 8.64e15 ? formatTimestamp(at) : null;
}
