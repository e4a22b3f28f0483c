import type { IntervalKind } from '../../contract/results/result-estimates.ts';
import type { Estimate } from '../../statistics/intervals/estimate.ts';
import {
  allPairs,
  simultaneousIntervals,
} from '../../statistics/intervals/multiplier-bootstrap.ts';
import { createRandom } from '../../statistics/numerics/random.ts';
import { clusteredDifference } from '../../statistics/scores/paired-scores.ts';
import {
  type LayoutContrast,
  type ScoreLayout,
  scoreLayout,
} from '../../statistics/scores/score-layout.ts';
import type { VariantPair } from './ability-table.ts';
import type { CleanStudy } from './clean-study.ts';
import { type CriterionRows, differencesOf, type ScoreDifferences } from './criterion-scores.ts';
import { negateEstimate } from './negate-estimate.ts';
import { DRAWS } from './several-variants.ts';

/** The mean score of one variant minus that of another. */
export interface ScoreContrast {
  readonly pair: VariantPair;
  readonly difference: Estimate;
  readonly adjustedP: number | null;
  readonly intervalKind: IntervalKind;
  readonly differences: ScoreDifferences;
}

/**
 * Two variants: the paired difference of those who scored both. Several, or no annotator scored both:
 * least squares on variant, case and annotator, which is the paired difference when the table is
 * complete, with intervals that hold jointly.
 */
export function scoreContrasts(study: CleanStudy, rows: CriterionRows): readonly ScoreContrast[] {
  const pairs = allPairs(study.variants.length).map(([i, j]): VariantPair => [j, i]);
  const paired = pairs.map((pair) => ({ pair, differences: differencesOf(rows, pair) }));
  const [only] = paired;
  const { level: confidence } = study.settings;
  if (paired.length === 1 && only !== undefined && only.differences.case.length > 0) {
    const difference = clusteredDifference(only.differences, { confidence });
    return [{ ...only, difference, adjustedP: null, intervalKind: 'fixed' }];
  }
  const joint = jointDifferences(study, rows);
  return paired.map((entry) => ({ ...entry, ...joint(entry.pair) }));
}

type JointDifference = Pick<ScoreContrast, 'difference' | 'adjustedP' | 'intervalKind'>;

function jointDifferences(
  study: CleanStudy,
  rows: CriterionRows,
): (pair: VariantPair) => JointDifference {
  const { level: confidence, seed } = study.settings;
  const layout = scoreLayout(
    Array.from(rows.value, (value, row) => ({
      case: rows.case[row] ?? 0,
      annotator: rows.annotator[row] ?? 0,
      variant: rows.variant[row] ?? 0,
      value,
    })),
    { confidence },
  );
  const joint = simultaneousIntervals(
    {
      estimates: layout.effects ?? [],
      influence: layout.influence,
      pairs: layout.contrasts.map((contrast) => placesOf(layout, contrast)),
      standardErrors: layout.contrasts.map(({ standardError }) => standardError ?? 0),
      degreesOfFreedom: layout.contrasts.map(({ df }) => df ?? 1),
    },
    { random: createRandom(seed), confidence, draws: DRAWS },
  );
  return ([variant, against]) => {
    const at = layout.contrasts.findIndex(
      ({ pair }) => pair.includes(variant) && pair.includes(against),
    );
    const contrast = layout.contrasts[at];
    const range = joint.contrasts[at]?.interval ?? null;
    if (contrast === undefined) return missing(layout);
    const found = { ...contrast, interval: range };
    return {
      difference: contrast.pair[0] === variant ? found : negateEstimate(found),
      adjustedP: range === null ? null : (joint.contrasts[at]?.adjustedP ?? null),
      intervalKind: 'simultaneous',
    };
  };
}

function placesOf(layout: ScoreLayout, { pair }: LayoutContrast): readonly [number, number] {
  return [layout.variants.indexOf(pair[0]), layout.variants.indexOf(pair[1])];
}

/** A variant without scores, or scores that are not connected. */
function missing({ method, n, nClusters, warnings }: ScoreLayout): JointDifference {
  const found = warnings.length > 0 ? warnings : (['no_data'] as const);
  return {
    difference: { estimate: null, interval: null, method, n, nClusters, warnings: found },
    adjustedP: null,
    intervalKind: 'simultaneous',
  };
}
