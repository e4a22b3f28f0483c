import type { ResultEstimate, TestResult } from '../../contract/results/result-estimates.ts';
import type { CriterionScores } from '../../contract/results/results.ts';
import { clusteredMean } from '../../statistics/intervals/clustered-mean.ts';
import { numberClusters } from '../../statistics/intervals/clusters.ts';
import type { Estimate, Interval } from '../../statistics/intervals/estimate.ts';
import { mcnemarTest } from '../../statistics/pairwise/binary-tests.ts';
import { winRate } from '../../statistics/pairwise/win-rate.ts';
import { friedmanTest } from '../../statistics/scores/friedman.ts';
import { probabilityOfSuperiority } from '../../statistics/scores/probability-of-superiority.ts';
import { wilcoxonSignedRank } from '../../statistics/scores/wilcoxon.ts';
import type { CleanStudy } from './clean-study.ts';
import { contrastWord } from './contrast-word.ts';
import { type CriterionRows, caseTable, rowsOfCriterion } from './criterion-scores.ts';
import { type PlannedContrast, scoreContrasts } from './planned-contrasts.ts';
import {
  noEstimateYet,
  presentContrast,
  presentEstimate,
  presentTest,
  resultWarnings,
} from './present-estimate.ts';
import type { Criterion } from './study-data.ts';
import { optionsAt, type StudyLook } from './study-look.ts';

/** A criterion that is not free text, and its answers. */
export interface AskedCriterion {
  /** Its place among all criteria. */
  readonly index: number;
  readonly criterion: Criterion & { readonly scale: Exclude<Criterion['scale'], 'text'> };
  readonly rows: CriterionRows;
}

export interface CriterionResult extends AskedCriterion {
  readonly block: CriterionScores;
  readonly contrasts: readonly PlannedContrast[];
}

export function askedCriteria({ criteria, scores }: CleanStudy): readonly AskedCriterion[] {
  return criteria.flatMap(({ scale, ...criterion }, index) =>
    scale === 'text'
      ? []
      : [{ index, criterion: { ...criterion, scale }, rows: rowsOfCriterion(scores, index) }],
  );
}

/** Over the completed cases. */
export function summarizeScores(look: StudyLook): readonly CriterionResult[] {
  const { completed: study, phase } = look;
  return askedCriteria(study).map(({ index, criterion, rows }) => {
    // Categories have no order: their codes are counted, never averaged.
    const contrasts = criterion.scale === 'choice' ? [] : scoreContrasts(study, look, index);
    const block: CriterionScores = {
      criterion: criterion.name,
      scale: criterion.scale,
      low: criterion.low,
      high: criterion.high,
      variants: study.variants.map((variant, i) => ({
        variant,
        mean: meanOf(look, { rows, criterion, variant: i }),
        distribution: distributionOf(rows, i),
      })),
      differences: contrasts.map((contrast) => presentDifference(look, criterion, contrast)),
      several_variants_test:
        study.variants.length > 2 && criterion.scale !== 'choice' && phase === 'at_end'
          ? severalVariantsTest(rows, study.variants.length)
          : null,
      warnings: resultWarnings(
        rows.case.length === 0 ? ['no_data'] : [],
        contrasts.some(isPartial) ? ['missing_excluded'] : [],
      ),
    };
    return { index, block, criterion, rows, contrasts };
  });
}

/**
 * Whether some scenarios lack an answer about one of the outputs: means count them, differences
 * not.
 */
function isPartial({ values, found }: PlannedContrast): boolean {
  return found.n > 0 && found.n < values.length;
}

interface OneVariant {
  readonly rows: CriterionRows;
  readonly criterion: Criterion;
  readonly variant: number;
}

function meanOf(look: StudyLook, { rows, criterion, variant }: OneVariant): ResultEstimate {
  if (criterion.scale === 'choice')
    return noEstimateYet('mean.none-for-categories', 'not_identified');
  const own = Array.from(rows.variant.keys()).filter((row) => rows.variant[row] === variant);
  const values = own.map((row) => rows.value[row] ?? 0);
  const cases = own.map((row) => rows.case[row] ?? 0);
  const annotators = own.map((row) => rows.annotator[row] ?? 0);
  const options = optionsAt(look);
  const { low, high } = criterion;
  if (low !== null && high !== null && high > low) {
    const points = values.map((value) => (value - low) / (high - low));
    const rate = winRate({ points, cases, annotators }, options);
    return presentEstimate(rescaled(rate, low, high), 'planned');
  }
  const mean = clusteredMean({ values, clusters: cases, weights: equalCases(cases) }, options);
  const known = (mean.standardError ?? 0) > 0 ? mean : { ...mean, interval: null };
  return presentEstimate(known, 'planned');
}

/**
 * The score interval of a rate, stretched to the scale: it stays inside and never collapses at an
 * end.
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

function presentDifference(
  look: StudyLook,
  criterion: Criterion,
  contrast: PlannedContrast,
): CriterionScores['differences'][number] {
  const { variants, settings } = look.completed;
  const perCase = Array.from(contrast.values).filter((value) => !Number.isNaN(value));
  const isAtEnd = look.phase === 'at_end';
  const superiority = probabilityOfSuperiority(perCase, { confidence: settings.level });
  return {
    variant: variants[contrast.variant] ?? '',
    against: variants[contrast.against] ?? '',
    difference: presentContrast(look, contrast),
    known: contrastWord(contrast),
    superiority: presentEstimate(isAtEnd ? superiority : { ...superiority, interval: null }),
    rank_test: isAtEnd ? rankTest(criterion, perCase) : null,
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
