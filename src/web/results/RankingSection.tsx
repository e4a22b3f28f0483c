import type { SeveralVariants } from '../../contract/results/results.ts';
import { strings } from '../strings.ts';
import { estimateCells, estimateColumns } from './estimate-numbers.ts';
import { Figure } from './Figure.tsx';
import type { Names } from './names.ts';
import { IntervalPlot } from './plots/IntervalPlot.tsx';

interface RankingSectionProps {
  readonly variants: SeveralVariants['variants'];
  readonly names: Names;
}

/** Several variants by win rate, each with its possible ranks. */
export function RankingSection({ variants, names }: RankingSectionProps) {
  const texts = strings.results;
  const unit = texts.units.share;
  const ranked = variants
    .filter(({ win_rate }) => win_rate.estimate !== null)
    .toSorted((one, other) => (other.win_rate.estimate ?? 0) - (one.win_rate.estimate ?? 0));
  if (ranked.length === 0) return null;
  return (
    <Figure
      title={texts.ranking}
      text={texts.rankingText}
      numbers={{
        columns: [
          texts.variant,
          texts.rankBest,
          texts.rankWorst,
          ...estimateColumns(texts.winRate, unit),
          texts.inUnit(texts.bothBad, '%'),
        ],
        rows: ranked.map((one) => [
          names.variant(one.variant),
          one.rank_best,
          one.rank_worst,
          ...estimateCells(one.win_rate, unit),
          ...estimateCells(one.both_bad_rate, unit).slice(0, 1),
        ]),
      }}
    >
      <IntervalPlot
        label={texts.ranking}
        rows={ranked.map((one) => ({
          label: names.variant(one.variant),
          note: texts.ranked(texts.rank(one.rank_best, one.rank_worst)),
          value: one.win_rate,
          place: names.place(one.variant),
        }))}
        reference={0.5}
        unit={unit}
        axis={texts.rankingAxis}
      />
    </Figure>
  );
}
