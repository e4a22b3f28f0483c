import type { SeveralVariants } from '../../contract/results/results.ts';
import { strings } from '../strings.ts';
import { Figure } from './Figure.tsx';
import { ForestPlot } from './ForestPlot.tsx';
import type { Names } from './names.ts';

interface RankingSectionProps {
  readonly variants: SeveralVariants['variants'];
  readonly names: Names;
}

/** Several variants by win rate, each with the ranks that are still possible. */
export function RankingSection({ variants, names }: RankingSectionProps) {
  const texts = strings.results;
  const ranked = variants
    .filter(({ win_rate }) => win_rate.estimate !== null)
    .toSorted((one, other) => (other.win_rate.estimate ?? 0) - (one.win_rate.estimate ?? 0));
  if (ranked.length === 0) return null;
  const ranksOf = ({ rank_best, rank_worst }: SeveralVariants['variants'][number]) =>
    texts.rank(rank_best, rank_worst);
  return (
    <Figure
      title={texts.ranking}
      text={texts.rankingText}
      numbers={{
        columns: [texts.variant, texts.ranks, texts.winRate, texts.low, texts.high, texts.bothBad],
        rows: ranked.map((one) => [
          names.variant(one.variant),
          ranksOf(one),
          one.win_rate.estimate ?? '',
          one.win_rate.interval?.low ?? '',
          one.win_rate.interval?.high ?? '',
          one.both_bad_rate.estimate ?? '',
        ]),
      }}
    >
      <ForestPlot
        label={texts.ranking}
        rows={ranked.map((one) => ({
          label: texts.ranked(names.variant(one.variant), ranksOf(one)),
          value: one.win_rate,
        }))}
        reference={0.5}
        unit={texts.units.share}
      />
    </Figure>
  );
}
