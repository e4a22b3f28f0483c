import type { ResultEstimate, TestResult } from '../../contract/results/result-estimates.ts';
import type { CriterionScores } from '../../contract/results/results.ts';
import { clusteredMean } from '../../statistics/intervals/clustered-mean.ts';
import { numberClusters } from '../../statistics/intervals/clusters.ts';
import type { Estimate, Interval } from '../../statistics/intervals/estimate.ts';
import { mcnemarTest } from '../../statistics/pairwise/binary-tests.ts';
import { winRate } from '../../statistics/pairwise/win-rate.ts';
import { friedmanTest } from '../../statistics/scores/friedman.ts';
import {
  clusteredDifference,
  probabilityOfSuperiority,
} from '../../statistics/scores/paired-scores.ts';
import { wilcoxonSignedRank } from '../../statistics/scores/wilcoxon.ts';
import type { CleanStudy } from './clean-study.ts';
import { runSequence } from './confidence-sequence.ts';
import { type CriterionRows, caseTable, rowsOfCriterion } from './criterion-scores.ts';
import { noEstimateYet, presentEstimate, presentTest, resultWarnings } from './present-estimate.ts';
import { type ScoreContrast, scoreContrasts } from './score-contrasts.ts';
import { scoreDesign, scoreSequence } from './score-sequence.ts';
import type { Criterion } from './study-data.ts';
import { ANNOTATORS_FOR_TWO_WAY } from './vote-clusters.ts';

/** A criterion that is not free text, and what was answered. */
export interface AskedCriterion {
  readonly criterion: Criterion & { readonly scale: Exclude<Criterion['scale'], 'text'> };
  readonly rows: CriterionRows;
}

export interface CriterionResult extends AskedCriterion {
  readonly block: CriterionScores;
  readonly contrasts: readonly ScoreContrast[];
}

export function askedCriteria({ criteria, scores }: CleanStudy): readonly AskedCriterion[] {
  return criteria.flatMap(({ scale, ...criterion }, index) =>
    scale === 'text'
      ? []
      : [{ criterion: { ...criterion, scale }, rows: rowsOfCriterion(scores, index) }],
  );
}

export function summarizeScores(study: CleanStudy): readonly CriterionResult[] {
  return askedCriteria(study).map(({ criterion, rows }) => {
    // Categories have no order: their codes are counted, never averaged.
    const contrasts = criterion.scale === 'choice' ? [] : scoreContrasts(study, rows);
    const block: CriterionScores = {
      criterion: criterion.name,
      scale: criterion.scale,
      variants: study.variants.map((variant, i) => ({
        variant,
        mean: meanOf(study, { rows, criterion, variant: i }),
        distribution: distributionOf(rows, i),
      })),
      differences: contrasts.map((contrast) => presentContrast(study, criterion, contrast)),
      several_variants_test:
        study.variants.length > 2 && criterion.scale !== 'choice'
          ? severalVariantsTest(rows, study.variants.length)
          : null,
      warnings: resultWarnings(rows.case.length === 0 ? ['no_data'] : []),
    };
    return { block, criterion, rows, contrasts };
  });
}

interface OneVariant {
  readonly rows: CriterionRows;
  readonly criterion: Criterion;
  readonly variant: number;
}

function meanOf(study: CleanStudy, { rows, criterion, variant }: OneVariant): ResultEstimate {
  if (criterion.scale === 'choice')
    return noEstimateYet('mean.none-for-categories', 'not_identified');
  const own = Array.from(rows.variant.keys()).filter((row) => rows.variant[row] === variant);
  const values = own.map((row) => rows.value[row] ?? 0);
  const cases = own.map((row) => rows.case[row] ?? 0);
  const annotators = own.map((row) => rows.annotator[row] ?? 0);
  const { level: confidence } = study.settings;
  const { low, high } = criterion;
  if (low !== null && high !== null && high > low) {
    const points = values.map((value) => (value - low) / (high - low));
    const rate = winRate({ points, cases, annotators }, { confidence });
    return presentEstimate(rescaled(rate, low, high));
  }
  const isTwoWay = new Set(annotators).size >= ANNOTATORS_FOR_TWO_WAY;
  const mean = clusteredMean(
    {
      values,
      clusters: cases,
      secondClusters: isTwoWay ? annotators : undefined,
      weights: equalCases(cases),
    },
    { confidence },
  );
  return presentEstimate((mean.standardError ?? 0) > 0 ? mean : { ...mean, interval: null });
}

/**
 * The score interval of a rate, stretched to the scale: it stays inside and never collapses at an end.
 */
function rescaled(rate: Estimate, low: number, high: number): Estimate {
  const stretch = (value: number): number => low + (high - low) * value;
  const range: Interval | null = rate.interval && {
    ...rate.interval,
    low: stretch(rate.interval.low),
    high: stretch(rate.interval.high),
  };
  return {
    ...rate,
    method: rate.method.replace('win-rate', 'mean-score'),
    estimate: rate.estimate === null ? null : stretch(rate.estimate),
    interval: range,
    warnings: rate.warnings.filter((warning) => warning !== 'all_ties'),
  };
}

function equalCases(cases: readonly number[]): readonly number[] {
  const { index, count } = numberClusters(cases);
  const sizes = new Float64Array(count);
  for (const g of index) sizes[g] = (sizes[g] ?? 0) + 1;
  return Array.from(index, (g) => 1 / (sizes[g] ?? 1));
}

function distributionOf(
  rows: CriterionRows,
  variant: number,
): CriterionScores['variants'][number]['distribution'] {
  const counts = new Map<number, number>();
  rows.value.forEach((value, row) => {
    if (rows.variant[row] === variant) counts.set(value, (counts.get(value) ?? 0) + 1);
  });
  return [...counts].sort(([a], [b]) => a - b).map(([value, count]) => ({ value, count }));
}

function presentContrast(
  study: CleanStudy,
  criterion: Criterion,
  contrast: ScoreContrast,
): CriterionScores['differences'][number] {
  const { pair, difference, adjustedP, intervalKind, differences } = contrast;
  const { level } = study.settings;
  const perCase = clusteredDifference(differences).perCase.map((entry) => entry.difference);
  const sequence = scoreSequence(study, differences);
  const pairs = study.variants.length * (study.variants.length - 1);
  const alpha = (1 - level) / Math.max(1, pairs / 2);
  return {
    variant: study.variants[pair[0]] ?? '',
    against: study.variants[pair[1]] ?? '',
    difference: presentEstimate(difference, intervalKind),
    adjusted_p: adjustedP,
    always_valid: presentEstimate(
      runSequence(sequence.values, scoreDesign(study, criterion), alpha),
      'always_valid',
    ),
    superiority: presentEstimate(probabilityOfSuperiority(perCase, { confidence: level })),
    rank_test: rankTest(criterion, perCase),
  };
}

/** McNemar for yes/no, signed ranks for everything with an order. */
function rankTest(criterion: Criterion, perCase: readonly number[]): TestResult {
  if (criterion.scale !== 'binary') {
    const test = wilcoxonSignedRank(perCase);
    return presentTest(test, test.statistic);
  }
  const test = mcnemarTest({
    b: perCase.filter((difference) => difference > 0).length,
    c: perCase.filter((difference) => difference < 0).length,
  });
  return presentTest(test, test.chiSquared);
}

function severalVariantsTest(rows: CriterionRows, variants: number): TestResult {
  const test = friedmanTest(caseTable(rows, variants));
  return presentTest(test, test.chiSquared);
}
