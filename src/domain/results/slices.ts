import type { SliceResult } from '../../contract/results/results.ts';
import { clusteredMean } from '../../statistics/intervals/clustered-mean.ts';
import type { Estimate } from '../../statistics/intervals/estimate.ts';
import { benjaminiHochberg } from '../../statistics/intervals/multiplicity.ts';
import { tUpper } from '../../statistics/numerics/distributions.ts';
import type { CleanStudy } from './clean-study.ts';
import { pickDoubles, pickInts, rowsWhere } from './columns.ts';
import { primaryCriterion } from './find-verdict.ts';
import { pairPoints, type VariantPoints, variantPoints } from './pair-points.ts';
import { presentEstimate } from './present-estimate.ts';
import { rateOver } from './rate-over.ts';
import { studyByRules } from './study-by-rules.ts';
import type { Slice, StudyData } from './study-data.ts';
import { lookAt, optionsAt, type StudyLook } from './study-look.ts';
import { type CriterionResult, summarizeScores } from './summarize-scores.ts';

/** Labels with fewer judged cases are pooled. */
const LEAST_CASES = 10;
const MOST_SLICES = 50;
const POOLED = 'other';

/** Results by the values of an input; they were not planned, so they are hints, not findings. */
export function summarizeStudySlices(data: StudyData): SliceResult[] {
  return summarizeSlices(lookAt(studyByRules(data)));
}

/**
 * The effect inside each label of each tag of the cases, exploratory: p-values are adjusted by
 * Benjamini–Hochberg over all of them, so that the share of false findings stays at the page's
 * level. Two variants: the win rate. Several: each variant's rate over all its opponents. Scores:
 * the first criterion with an order, each variant against the first.
 */
export function summarizeSlices(look: StudyLook): SliceResult[] {
  const { completed: study } = look;
  if (study.slices.length === 0) return [];
  const comparisons = comparisonsOf(look);
  const found = study.slices.flatMap(({ name, labels }) =>
    groupsOf(study, labels).flatMap(({ label, pooled, isInside }) =>
      comparisons.map(({ effectIn, ...comparison }) => {
        return { slice: name, label, pooled, ...comparison, ...effectIn(isInside) };
      }),
    ),
  );
  const { adjusted } = benjaminiHochberg(found.map(({ pValue }) => pValue));
  return found.map(({ effect, pValue, ...slice }, i) => {
    const adjustedP = adjusted[i] ?? null;
    return {
      ...slice,
      effect: presentEstimate(effect, 'planned'),
      p_value: pValue,
      adjusted_p: adjustedP,
      survives: adjustedP !== null && adjustedP <= 1 - study.settings.level,
    };
  });
}

interface Group {
  readonly label: string;
  readonly pooled: boolean;
  readonly isInside: IsInside;
}

type IsInside = (position: number) => boolean;

/** The labels with enough judged cases, the most frequent ones if there are many, and the rest. */
function groupsOf(study: CleanStudy, labels: Slice['labels']): readonly Group[] {
  const counts = new Map<string, number>();
  judgedCases(study).forEach((mark, position) => {
    const label = labels[position] ?? null;
    if (mark === 1 && label !== null) counts.set(label, (counts.get(label) ?? 0) + 1);
  });
  const frequent = [...counts]
    .filter(([, cases]) => cases >= LEAST_CASES)
    .sort(([a, few], [b, many]) => many - few || (a < b ? -1 : 1))
    .map(([label]) => label);
  const isWhole = frequent.length === counts.size && frequent.length <= MOST_SLICES;
  const own = new Set(isWhole ? frequent : frequent.slice(0, MOST_SLICES - 1));
  const groups = [...own].sort().map((label) => ({
    label,
    pooled: false,
    isInside: (position: number) => labels[position] === label,
  }));
  if (isWhole) return groups;
  const isPooled = (position: number): boolean => {
    const label = labels[position] ?? null;
    return label !== null && !own.has(label);
  };
  return [...groups, { label: POOLED, pooled: true, isInside: isPooled }];
}

function judgedCases({ cases, votes, choices, scores }: CleanStudy): Uint8Array {
  const judged = new Uint8Array(cases);
  for (const rows of [votes, choices, scores])
    for (const position of rows.case) judged[position] = 1;
  return judged;
}

/** What is compared in each slice. */
interface Comparison {
  readonly variant: string;
  readonly against: string | null;
  readonly criterion: string | null;
  readonly effectIn: (isInside: IsInside) => SliceEffect;
}

interface SliceEffect {
  readonly effect: Estimate;
  readonly pValue: number | null;
}

function comparisonsOf(look: StudyLook): readonly Comparison[] {
  const { completed: study } = look;
  if (study.kind === 'scoring') {
    return scoreComparisons(look, primaryCriterion(summarizeScores(look)));
  }
  const id = (index: number): string => study.variants[index] ?? '';
  const [pair] = study.variants.length === 2 ? pairPoints(study) : [];
  if (pair !== undefined) {
    const effectIn = rateIn(look, pair);
    return [{ variant: id(pair.variant), against: id(pair.against), criterion: null, effectIn }];
  }
  return variantPoints(study).map((points, i) => ({
    variant: id(i),
    against: null,
    criterion: null,
    effectIn: rateIn(look, points),
  }));
}

function rateIn(
  look: StudyLook,
  points: Pick<VariantPoints, 'case' | 'annotator' | 'value'>,
): Comparison['effectIn'] {
  return (isInside) => {
    const rows = rowsWhere(points.case.length, (row) => isInside(points.case[row] ?? -1));
    const judged = {
      case: pickInts(points.case, rows),
      annotator: pickInts(points.annotator, rows),
    };
    const effect = rateOver(judged, optionsAt(look))(pickDoubles(points.value, rows));
    return { effect, pValue: pOfRate(look, effect) };
  };
}

function scoreComparisons(
  look: StudyLook,
  result: CriterionResult | undefined,
): readonly Comparison[] {
  if (result === undefined) return [];
  const { variants } = look.completed;
  const { positions } = look.order;
  return result.contrasts
    .filter(({ against }) => against === 0)
    .map(({ variant, against, values }) => ({
      variant: variants[variant] ?? '',
      against: variants[against] ?? '',
      criterion: result.criterion.name,
      effectIn: (isInside) => {
        const rows = rowsWhere(
          values.length,
          (row) => isInside(positions[row] ?? -1) && !Number.isNaN(values[row]),
        );
        const data = { values: pickDoubles(values, rows), clusters: pickInts(positions, rows) };
        const effect = clusteredMean(data, optionsAt(look));
        return { effect, pValue: pOfMean(look, effect) };
      },
    }));
}

interface WithError extends Estimate {
  readonly standardError: number | null;
  readonly df: number | null;
}

/** Null before the planned end, because a p-value holds for one look only. */
function pOfMean({ phase }: StudyLook, { estimate, standardError, df }: WithError): number | null {
  if (phase !== 'at_end') return null;
  if (estimate === null || df === null || !((standardError ?? 0) > 0)) return null;
  return Math.min(1, 2 * tUpper(Math.abs(estimate) / (standardError ?? 1), df));
}

/**
 * A score test, with the spread around ½ that equal variants would have: the spread around the rate
 * itself is too small in a small slice, and zero where one variant always wins.
 */
function pOfRate({ phase }: StudyLook, effect: WithError): number | null {
  const { estimate, standardError, nClusters: cases } = effect;
  if (phase !== 'at_end' || estimate === null || cases === null || cases < 2) return null;
  const gap = estimate - 0.5;
  const variance = ((standardError ?? 0) ** 2 * (cases - 1) + gap ** 2) / cases;
  return variance > 0
    ? Math.min(1, 2 * tUpper(Math.abs(gap) / Math.sqrt(variance), cases - 1))
    : null;
}
