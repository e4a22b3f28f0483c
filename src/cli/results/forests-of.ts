import type { ResultEstimate } from '../../contract/results/result-estimates.ts';
import type { ResultStatistics } from '../../contract/results/results.ts';
import {
  DECIMALS,
  POINTS,
  type ResultNames,
  SHARES,
  type Unit,
} from '../../domain/results/sentences/wording.ts';

/** Estimates on one scale, one per row. */
export interface Forest {
  readonly title: string;
  /** The value that means "no difference"; absent where nothing is compared. */
  readonly reference: number | undefined;
  readonly unit: Unit;
  readonly rows: readonly { readonly label: string; readonly value: ResultEstimate }[];
}

/** The plots of the results page that show estimates with intervals. */
export function forestsOf(statistics: ResultStatistics, names: ResultNames): Forest[] {
  const { two_variants: two, several_variants: several, scores } = statistics;
  const between = (variant: string, against: string) =>
    `${names.variant(variant)} − ${names.variant(against)}`;
  const forests: Forest[] = [
    ...(two === null
      ? []
      : [
          {
            title: `Win rate of ${names.variant(two.variant)} against ${names.variant(two.against)}`,
            reference: 0.5,
            unit: SHARES,
            rows: [{ label: names.variant(two.variant), value: two.score_win_rate }],
          },
        ]),
    ...(several === null
      ? []
      : [
          {
            title: 'Differences of win rates',
            reference: 0,
            unit: POINTS,
            rows: several.differences.map(({ variant, against, difference }) => ({
              label: between(variant, against),
              value: difference,
            })),
          },
        ]),
    ...scores.map(({ criterion, scale, differences, variants }) => ({
      title: differences.length > 0 ? `Differences: ${criterion}` : `Means: ${criterion}`,
      reference: differences.length > 0 ? 0 : undefined,
      unit: scale === 'binary' ? (differences.length > 0 ? POINTS : SHARES) : DECIMALS,
      rows:
        differences.length > 0
          ? differences.map(({ variant, against, difference }) => ({
              label: between(variant, against),
              value: difference,
            }))
          : variants.map(({ variant, mean }) => ({ label: names.variant(variant), value: mean })),
    })),
  ];
  return forests.filter(({ rows }) => rows.some(({ value }) => value.estimate !== null));
}
