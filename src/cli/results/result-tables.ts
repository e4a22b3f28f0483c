import type { ResultEstimate } from '../../contract/results/result-estimates.ts';
import type { ResultStatistics } from '../../contract/results/results.ts';
import {
  DECIMALS,
  type ResultNames,
  SHARES,
  type Unit,
} from '../../domain/results/sentences/wording.ts';
import type { Shell } from '../shell.ts';
import { table } from '../table.ts';

/** The figures behind the verdict. */
export function resultTables(
  shell: Shell,
  { two_variants: two, several_variants: several, scores }: ResultStatistics,
  names: ResultNames,
): string[] {
  const counts =
    two === null
      ? []
      : [
          table(
            shell,
            [
              `${names.variant(two.variant)} better`,
              'tie',
              'both bad',
              `${names.variant(two.against)} better`,
            ],
            [[two.counts.wins, two.counts.ties, two.counts.both_bad, two.counts.losses]],
          ),
        ];
  const ranking =
    several === null
      ? []
      : [
          table(
            shell,
            ['variant', 'win rate', 'interval', 'rank'],
            byFigure(several.variants, ({ win_rate }) => win_rate).map(
              ({ variant, win_rate, rank_best, rank_worst }) => [
                names.variant(variant),
                ...figures(win_rate, SHARES),
                rank_best === rank_worst ? rank_best : `${rank_best}–${rank_worst}`,
              ],
            ),
          ),
        ];
  const means = scores.map(({ criterion, scale, variants }) =>
    table(
      shell,
      [criterion, 'mean', 'interval', 'judgements'],
      byFigure(variants, ({ mean }) => mean).map(({ variant, mean }) => [
        names.variant(variant),
        ...figures(mean, scale === 'binary' ? SHARES : DECIMALS),
        mean.n,
      ]),
    ),
  );
  return [...counts, ...ranking, ...means];
}

/** Best first. */
function byFigure<Row>(rows: readonly Row[], figureOf: (row: Row) => ResultEstimate): Row[] {
  const figure = (row: Row) => figureOf(row).estimate ?? Number.NEGATIVE_INFINITY;
  return rows.toSorted((one, other) => figure(other) - figure(one));
}

function figures({ estimate, interval }: ResultEstimate, unit: Unit): (string | null)[] {
  return [
    estimate === null ? null : unit.value(estimate),
    interval === null ? null : unit.range(interval.low, interval.high),
  ];
}
