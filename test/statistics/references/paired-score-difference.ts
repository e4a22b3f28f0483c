import type { Label } from '../../../src/statistics/intervals/clusters.ts';
import { isUsable } from '../../../src/statistics/intervals/estimate.ts';
import { mean } from '../../../src/statistics/numerics/linalg.ts';
import {
  clusteredDifference,
  type Score,
  type ScoreDifference,
  type ScoreOptions,
} from '../../../src/statistics/scores/paired-scores.ts';

/** The clustered difference of two variants, from single scores of annotators who scored both. */
export function pairedScoreDifference(
  scores: readonly Score[],
  variants: readonly [Label, Label],
  options: ScoreOptions = {},
): ScoreDifference {
  const pairs = completePairs(scores, variants);
  return clusteredDifference(
    {
      case: pairs.map((pair) => pair.case),
      annotator: pairs.map((pair) => pair.annotator),
      difference: pairs.map((pair) => pair.difference),
    },
    options,
  );
}

interface ScorePair {
  readonly case: Label;
  readonly annotator: Label;
  readonly difference: number;
}

function completePairs(
  scores: readonly Score[],
  [a, b]: readonly [Label, Label],
): readonly ScorePair[] {
  const cells = new Map<
    Label,
    Map<Label, { a: number[]; b: number[]; case: Label; annotator: Label }>
  >();
  for (const score of scores) {
    if (score.value === null || !isUsable(score.value)) continue;
    if (score.variant !== a && score.variant !== b) continue;
    const row = cells.get(score.case) ?? new Map();
    cells.set(score.case, row);
    const cell = row.get(score.annotator) ?? {
      a: [],
      b: [],
      case: score.case,
      annotator: score.annotator,
    };
    row.set(score.annotator, cell);
    (score.variant === a ? cell.a : cell.b).push(score.value);
  }
  return [...cells.values()]
    .flatMap((row) => [...row.values()])
    .filter((cell) => cell.a.length > 0 && cell.b.length > 0)
    .map((cell) => ({
      case: cell.case,
      annotator: cell.annotator,
      difference: mean(cell.a) - mean(cell.b),
    }));
}
