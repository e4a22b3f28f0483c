import type { ResultStatistics } from '../../contract/results/results.ts';
import { strings } from '../strings.ts';
import { estimateNumbers } from './estimate-numbers.ts';
import { Figure } from './Figure.tsx';
import { ForestPlot } from './ForestPlot.tsx';
import type { Names } from './names.ts';
import { RankingSection } from './RankingSection.tsx';
import { TwoVariantsSection } from './TwoVariantsSection.tsx';
import { WinMatrix } from './WinMatrix.tsx';

interface DifferencesSectionProps {
  readonly statistics: ResultStatistics;
  readonly names: Names;
}

/** The differences between variants, in the measure of the evaluation. */
export function DifferencesSection({ statistics, names }: DifferencesSectionProps) {
  const { several_variants: several, scores } = statistics;
  const texts = strings.results;
  return (
    <>
      <TwoVariantsSection statistics={statistics} names={names} />
      {several !== null && (
        <>
          <RankingSection variants={several.variants} names={names} />
          <Differences
            title={texts.winRates}
            differences={several.differences}
            names={names}
            unit="points"
          />
          <WinMatrix cells={several.win_matrix} names={names} />
        </>
      )}
      {scores.map(({ criterion, scale, differences }) => (
        <Differences
          key={criterion}
          title={texts.scoreDifferences(criterion)}
          differences={differences}
          names={names}
          unit={scale === 'binary' ? 'points' : 'score'}
        />
      ))}
    </>
  );
}

type Several = NonNullable<ResultStatistics['several_variants']>;

interface DifferencesProps {
  readonly title: string;
  readonly differences: readonly Pick<
    Several['differences'][number],
    'variant' | 'against' | 'difference' | 'known'
  >[];
  readonly names: Names;
  readonly unit: 'points' | 'score';
}

/** Each pair of variants; what is settled of it is in the table. */
function Differences({ title, differences, names, unit }: DifferencesProps) {
  const texts = strings.results;
  const rows = differences.map(({ variant, against, difference }) => ({
    label: texts.between(names.variant(variant), names.variant(against)),
    value: difference,
  }));
  if (!rows.some(({ value }) => value.estimate !== null)) return null;
  const [only, ...others] = differences;
  const direction =
    only !== undefined && others.length === 0
      ? texts.direction(names.variant(only.against), names.variant(only.variant))
      : texts.pairDirection;
  const numbers = estimateNumbers(texts.difference, rows);
  return (
    <Figure
      title={title}
      text={texts.differencesText}
      numbers={{
        columns: [...numbers.columns, texts.settled],
        rows: numbers.rows.map((cells, row) => [
          ...cells,
          texts.known[differences[row]?.known ?? 'not_yet_clear'],
        ]),
      }}
    >
      <ForestPlot
        label={title}
        rows={rows}
        reference={0}
        unit={texts.units[unit]}
        direction={direction}
      />
    </Figure>
  );
}
