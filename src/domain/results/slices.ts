import type { SliceResult } from '../../contract/results.ts';
import { tUpper } from '../../statistics/distributions.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { adjustP } from '../../statistics/multiplicity.ts';
import { clusteredDifference } from '../../statistics/paired-scores.ts';
import type { CleanStudy } from './clean-study.ts';
import { pickDoubles, pickInts, rowsWhere } from './columns.ts';
import { primaryCriterion } from './compare-scores.ts';
import { pairPoints, pointsOfVariant } from './pair-points.ts';
import { presentEstimate } from './present-estimate.ts';
import { rateOver } from './rate-over.ts';
import type { CriterionResult } from './summarize-scores.ts';

/**
 * The effect inside each label of each tag of the cases, exploratory: p-values are adjusted by
 * Benjamini–Hochberg over all of them, so that the share of false finds stays at the level of the page.
 * Two variants: the win rate. Several: each variant's rate over all its opponents. Scores: the first
 * criterion with an order, each variant against the first.
 */
export function summarizeSlices(
  study: CleanStudy,
  scores: readonly CriterionResult[],
): SliceResult[] {
  const found = study.slices.flatMap(({ name, labels }) =>
    [...new Set(labels.filter((label) => label !== null))].sort().flatMap((label) => {
      const isInside = (position: number): boolean => labels[position] === label;
      return effectsIn(study, scores, isInside).map((effect) => ({
        slice: name,
        label,
        ...effect,
      }));
    }),
  );
  const adjusted = adjustP(
    found.map(({ pValue }) => pValue),
    'bh',
  ).adjusted;
  return found.map(({ effect, pValue, ...slice }, i) => {
    const adjustedP = adjusted[i] ?? null;
    return {
      ...slice,
      effect: presentEstimate(effect),
      p_value: pValue,
      adjusted_p: adjustedP,
      survives: adjustedP !== null && adjustedP <= 1 - study.settings.level,
    };
  });
}

interface SliceEffect {
  readonly variant: string;
  readonly against: string | null;
  readonly criterion: string | null;
  readonly effect: Estimate;
  readonly pValue: number | null;
}

type IsInside = (position: number) => boolean;

function effectsIn(
  study: CleanStudy,
  scores: readonly CriterionResult[],
  isInside: IsInside,
): readonly SliceEffect[] {
  if (study.kind === 'scoring') return scoreEffects(study, primaryCriterion(scores), isInside);
  const id = (index: number): string => study.variants[index] ?? '';
  const [pair] = study.variants.length === 2 ? pairPoints(study) : [];
  if (pair !== undefined) {
    const found = rateIn(study, pair, isInside);
    return [{ variant: id(pair.variant), against: id(pair.against), criterion: null, ...found }];
  }
  return study.variants.map((variant, i) => ({
    variant,
    against: null,
    criterion: null,
    ...rateIn(study, pointsOfVariant(study, i), isInside),
  }));
}

function rateIn(
  { settings }: CleanStudy,
  points: Pick<ReturnType<typeof pointsOfVariant>, 'case' | 'annotator' | 'value'>,
  isInside: IsInside,
): Pick<SliceEffect, 'effect' | 'pValue'> {
  const rows = rowsWhere(points.case.length, (row) => isInside(points.case[row] ?? -1));
  const judged = { case: pickInts(points.case, rows), annotator: pickInts(points.annotator, rows) };
  const effect = rateOver(judged, settings.level)(pickDoubles(points.value, rows));
  return { effect, pValue: pOf(effect, 0.5) };
}

function scoreEffects(
  study: CleanStudy,
  result: CriterionResult | undefined,
  isInside: IsInside,
): readonly SliceEffect[] {
  if (result === undefined) return [];
  return result.contrasts
    .filter(({ pair }) => pair[1] === 0)
    .map(({ pair, differences }) => {
      const rows = rowsWhere(differences.case.length, (row) =>
        isInside(differences.case[row] ?? -1),
      );
      const effect = clusteredDifference(
        {
          case: pickInts(differences.case, rows),
          annotator: pickInts(differences.annotator, rows),
          difference: pickDoubles(differences.difference, rows),
        },
        { confidence: study.settings.level },
      );
      return {
        variant: study.variants[pair[0]] ?? '',
        against: study.variants[pair[1]] ?? '',
        criterion: result.criterion.name,
        effect,
        pValue: pOf(effect, 0),
      };
    });
}

interface WithError extends Estimate {
  readonly standardError: number | null;
  readonly df: number | null;
}

function pOf({ estimate, standardError, df }: WithError, reference: number): number | null {
  if (estimate === null || df === null || !((standardError ?? 0) > 0)) return null;
  return Math.min(1, 2 * tUpper(Math.abs(estimate - reference) / (standardError ?? 1), df));
}
