import type { ResultEstimate } from '../../contract/results/result-estimates.ts';
import type { AnnotatorQuality } from '../../contract/results/results.ts';
import {
  type AnnotatorProfile,
  annotatorProfiles,
  type LabelColumns,
} from '../../statistics/agreement/annotator-profiles.ts';
import { clusteredMean } from '../../statistics/intervals/clustered-mean.ts';
import { numberClusters } from '../../statistics/intervals/clusters.ts';
import type { AnnotatorEffects } from './annotator-effects.ts';
import type { AnnotatorMarks } from './annotator-marks.ts';
import { type CleanStudy, withoutAnnotator } from './clean-study.ts';
import { joinDoubles, joinInts } from './columns.ts';
import type { CriterionRows } from './criterion-scores.ts';
import { headlineOf } from './headline-of.ts';
import { presentEstimate, resultWarnings } from './present-estimate.ts';
import { LEFT_BETTER, RIGHT_BETTER } from './study-data.ts';
import type { AskedCriterion } from './summarize-scores.ts';
import { isDominant, type Volume } from './volume-of.ts';

/** Each headline without an annotator analyses the study again. */
const MOST_WITHOUT = 10;

/** What was found about single annotators, by annotator number. */
export interface AnnotatorFindings {
  readonly marks: AnnotatorMarks;
  readonly effects: AnnotatorEffects;
  readonly volume: Volume;
}

/**
 * How each annotator judged; for leads only. An annotator with a mark comes with the headline that
 * the others alone give.
 */
export function annotatorQuality(
  study: CleanStudy,
  asked: readonly AskedCriterion[],
  { marks, effects, volume }: AnnotatorFindings,
): AnnotatorQuality[] {
  const answers = study.kind === 'comparison' ? voteAnswers(study) : scoreAnswers(study, asked);
  const severity = severities(asked[0]?.rows);
  const profiles = annotatorProfiles(answers);
  const without = headlinesWithout(study, profiles, marks);
  return profiles.map((profile) => {
    const index = Number(profile.annotator);
    const judgements = volume.byAnnotator[index] ?? 0;
    return {
      annotator: study.annotators[index] ?? '',
      judgements,
      share: judgements / volume.judgements,
      agreement: presentEstimate(profile.agreement),
      agreement_z: profile.agreementZ,
      median_seconds: profile.medianSeconds,
      first_share: study.kind === 'comparison' ? presentEstimate(profile.firstShare) : null,
      entropy_bits: profile.entropy,
      severity: severity.get(index) ?? null,
      marks: [...(marks[index] ?? [])],
      without: without.get(index) ?? null,
      effect: effects.get(index) ?? null,
      warnings: resultWarnings(
        profile.warnings,
        isDominant(volume, index) ? ['dominant_annotator'] : [],
      ),
    };
  });
}

/** Headlines without each marked annotator; of many, without those who judged most. */
function headlinesWithout(
  study: CleanStudy,
  profiles: readonly AnnotatorProfile[],
  marks: AnnotatorMarks,
): ReadonlyMap<number, ResultEstimate | null> {
  const marked = profiles
    .filter(({ annotator }) => (marks[Number(annotator)] ?? []).length > 0)
    .sort((a, b) => b.n - a.n || Number(a.annotator) - Number(b.annotator))
    .slice(0, MOST_WITHOUT)
    .map(({ annotator }) => Number(annotator));
  return new Map(
    marked.map((annotator) => {
      const headline = headlineOf(withoutAnnotator(study, annotator));
      return [annotator, headline?.estimate == null ? null : headline];
    }),
  );
}

/**
 * Units are (case, pair). A choice among all has pair number 0, which no pair has, because no
 * variant is paired with itself. The label is the winner, whatever its side.
 */
function voteAnswers({ variants, votes, choices }: CleanStudy): LabelColumns {
  const size = variants.length;
  const voted = votes.left.length;
  const unit = new Float64Array(voted + choices.chosen.length);
  const label = new Int32Array(unit.length);
  const side = new Int32Array(unit.length).fill(-1);
  for (let row = 0; row < voted; row += 1) {
    const left = votes.left[row] ?? 0;
    const right = votes.right[row] ?? 0;
    const outcome = votes.outcome[row] ?? 0;
    const isDecisive = outcome <= RIGHT_BETTER;
    const pair = Math.min(left, right) * size + Math.max(left, right);
    unit[row] = (votes.case[row] ?? 0) * size * size + pair;
    label[row] = isDecisive ? (outcome === LEFT_BETTER ? left : right) : size + outcome;
    if (isDecisive && votes.sided[row] === 1) side[row] = outcome;
  }
  choices.chosen.forEach((chosen, row) => {
    unit[voted + row] = (choices.case[row] ?? 0) * size * size;
    label[voted + row] = chosen;
  });
  return {
    unit,
    case: joinInts(votes.case, choices.case),
    annotator: joinInts(votes.annotator, choices.annotator),
    label,
    seconds: joinDoubles(votes.takenMs, choices.takenMs).map((ms) => ms / 1000),
    side,
  };
}

function scoreAnswers(
  { scores, variants, criteria }: CleanStudy,
  asked: readonly AskedCriterion[],
) {
  const unit = Float64Array.from(scores.case, (position, row) => {
    const task = position * variants.length + (scores.variant[row] ?? 0);
    return task * criteria.length + (scores.criterion[row] ?? 0);
  });
  return {
    unit: asked.length === 0 ? [] : unit,
    case: scores.case,
    annotator: scores.annotator,
    label: scores.value,
    seconds: scores.takenMs.map((ms) => ms / 1000),
  };
}

/** How much higher each annotator scores than the others do on the same outputs. */
function severities(rows: CriterionRows | undefined): ReadonlyMap<number, ResultEstimate> {
  if (rows === undefined) return new Map();
  const keys = Float64Array.from(
    rows.case,
    (position, row) => position * 1e4 + (rows.variant[row] ?? 0),
  );
  const { index, count } = numberClusters(keys);
  const sums = new Float64Array(count);
  const sizes = new Float64Array(count);
  index.forEach((u, row) => {
    sums[u] = (sums[u] ?? 0) + (rows.value[row] ?? 0);
    sizes[u] = (sizes[u] ?? 0) + 1;
  });
  const gaps = new Map<number, { values: number[]; clusters: number[] }>();
  index.forEach((u, row) => {
    const others = (sizes[u] ?? 0) - 1;
    if (others < 1) return;
    const own = rows.value[row] ?? 0;
    const annotator = rows.annotator[row] ?? 0;
    const list = gaps.get(annotator) ?? { values: [], clusters: [] };
    gaps.set(annotator, list);
    list.values.push(own - ((sums[u] ?? 0) - own) / others);
    list.clusters.push(rows.case[row] ?? 0);
  });
  return new Map(
    [...gaps].map(([annotator, list]) => {
      const found = clusteredMean(list);
      const interval = (found.standardError ?? 0) > 0 ? found.interval : null;
      return [annotator, presentEstimate({ ...found, interval, method: 'annotator.severity' })];
    }),
  );
}
