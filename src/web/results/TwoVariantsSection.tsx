import type { ResultStatistics } from '../../contract/results/results.ts';
import { strings } from '../strings.ts';
import { estimateNumbers } from './estimate-numbers.ts';
import { Figure } from './Figure.tsx';
import type { Names } from './names.ts';
import { IntervalPlot } from './plots/IntervalPlot.tsx';

interface TwoVariantsSectionProps {
  readonly statistics: ResultStatistics;
  readonly names: Names;
}

/** The win rate of the headline, and the win rates without ties and at equal length. */
export function TwoVariantsSection({ statistics, names }: TwoVariantsSectionProps) {
  const two = statistics.two_variants;
  if (two === null || two.score_win_rate.estimate === null) return null;
  const texts = strings.results;
  const equalLength = statistics.length_effect?.at_equal_length[0]?.decisive_win_rate;
  const rows = [
    { label: texts.rates.score_win_rate, value: two.score_win_rate },
    { label: texts.rates.decisive_win_rate, value: two.decisive_win_rate },
    ...(equalLength === undefined || equalLength.estimate === null
      ? []
      : [{ label: texts.rates.equal_length, value: equalLength }]),
  ];
  return (
    <Figure
      title={texts.winRateOf(names.variant(two.variant))}
      text={texts.differencesText}
      numbers={estimateNumbers(texts.difference, rows, texts.units.share)}
    >
      <IntervalPlot
        label={texts.differences}
        rows={rows}
        reference={0.5}
        unit={texts.units.share}
        axis={texts.direction(names.variant(two.against), names.variant(two.variant))}
      />
    </Figure>
  );
}
