import type { ResultStatistics } from '../../contract/results/results.ts';
import { strings } from '../strings.ts';
import { estimateNumbers } from './estimate-numbers.ts';
import { Figure } from './Figure.tsx';
import { ForestPlot, type ForestRow } from './ForestPlot.tsx';
import type { Names } from './names.ts';
import { WinMatrix } from './WinMatrix.tsx';

interface DifferencesSectionProps {
  readonly statistics: ResultStatistics;
  readonly names: Names;
}

/** The differences between variants, in the measure of the evaluation. */
export function DifferencesSection({ statistics, names }: DifferencesSectionProps) {
  const { two_variants, several_variants } = statistics;
  const texts = strings.results;
  const between = ({ variant, against }: { variant: string; against: string }) =>
    texts.between(names.variant(variant), names.variant(against));
  return (
    <>
      {two_variants !== null && (
        <Forest
          rows={[
            { label: texts.rates.always_valid, value: two_variants.always_valid },
            { label: texts.rates.score_win_rate, value: two_variants.score_win_rate },
            { label: texts.rates.decisive_win_rate, value: two_variants.decisive_win_rate },
          ]}
          reference={0.5}
          format={texts.percent}
        />
      )}
      {several_variants !== null && (
        <>
          <Forest
            rows={several_variants.differences.map((one) => ({
              label: between(one),
              value: one.difference,
            }))}
            reference={0}
            format={texts.decimal}
          />
          <Figure
            title={texts.abilities}
            numbers={{
              columns: [texts.variant, texts.ability, texts.winRate, texts.ranks],
              rows: several_variants.variants.map((one) => [
                names.variant(one.variant),
                one.ability.estimate ?? '',
                one.win_rate.estimate ?? '',
                texts.range(String(one.rank_best), String(one.rank_worst)),
              ]),
            }}
          />
          <WinMatrix cells={several_variants.win_matrix} names={names} />
        </>
      )}
      {statistics.scores.map(({ criterion, differences }) => (
        <Forest
          key={criterion}
          title={criterion === '' ? undefined : texts.scores(criterion)}
          rows={differences.map((one) => ({ label: between(one), value: one.difference }))}
          reference={0}
          format={texts.decimal}
        />
      ))}
    </>
  );
}

interface ForestProps {
  readonly title?: string | undefined;
  readonly rows: readonly ForestRow[];
  readonly reference: number;
  readonly format: (value: number) => string;
}

function Forest({ title = strings.results.differences, rows, reference, format }: ForestProps) {
  if (!rows.some(({ value }) => value.estimate !== null)) return null;
  return (
    <Figure
      title={title}
      text={strings.results.differencesText}
      numbers={estimateNumbers(strings.results.difference, rows)}
    >
      <ForestPlot label={title} rows={rows} reference={reference} format={format} />
    </Figure>
  );
}
