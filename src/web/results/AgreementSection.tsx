import type { AgreementPanel } from '../../contract/results/results.ts';
import { strings } from '../strings.ts';
import { estimateNumbers } from './estimate-numbers.ts';
import { Figure } from './Figure.tsx';
import type { Names } from './names.ts';
import { HeatMap } from './plots/HeatMap.tsx';
import { IntervalPlot, type IntervalRow } from './plots/IntervalPlot.tsx';

interface AgreementSectionProps {
  readonly panels: readonly AgreementPanel[];
  readonly names: Names;
}

const MEASURES = ['raw', 'krippendorff', 'gwet'] as const;

/** How far annotators agree; the plot compares several criteria by one measure. */
export function AgreementSection({ panels, names }: AgreementSectionProps) {
  const texts = strings.results;
  const measured = panels.filter((panel) =>
    MEASURES.some((measure) => panel[measure].estimate !== null),
  );
  if (measured.length === 0) return null;
  const isOne = measured.length === 1;
  const all = measured.flatMap((panel) =>
    MEASURES.map((measure): IntervalRow & { measure: typeof measure } => ({
      measure,
      label: isOne ? texts.measures[measure] : texts.measureOn(panel.criterion, measure),
      value: panel[measure],
    })),
  );
  const drawn = isOne ? all : all.filter(({ measure }) => measure === 'krippendorff');
  return (
    <>
      <Figure
        title={texts.agreement}
        text={texts.agreementText}
        numbers={estimateNumbers(texts.measure, all, texts.units.score)}
      >
        <IntervalPlot
          label={texts.agreement}
          rows={drawn}
          reference={0}
          unit={texts.units.score}
          axis={texts.agreementAxis}
        />
      </Figure>
      {measured.map((panel) => (
        <Pairs key={panel.criterion} panel={panel} names={names} />
      ))}
    </>
  );
}

function Pairs({ panel, names }: { readonly panel: AgreementPanel; readonly names: Names }) {
  const texts = strings.results;
  const pairs = panel.annotator_pairs;
  // Two annotators form one pair, which the figure above shows.
  if (pairs.length < 2) return null;
  const ids = [...new Set(pairs.flatMap(({ annotator, other }) => [annotator, other]))];
  const byPair = new Map(
    pairs.flatMap((pair) => [
      [`${pair.annotator} ${pair.other}`, pair.agreement],
      [`${pair.other} ${pair.annotator}`, pair.agreement],
    ]),
  );
  const cellOf = (row: string, column: string) => {
    const agreement = byPair.get(`${row} ${column}`);
    if (agreement === undefined || agreement.estimate === null) return undefined;
    const [first, second] = [names.annotator(row), names.annotator(column)];
    const { estimate: value, n } = agreement;
    return { value, text: texts.plots.agree({ first, second, value, n }) };
  };
  const title = panel.criterion === null ? texts.pairs : texts.pairsOn(panel.criterion);
  return (
    <Figure
      title={title}
      numbers={{
        columns: [texts.annotator, texts.other, texts.inUnit(texts.measures.raw, '%'), 'n'],
        rows: pairs.map(({ annotator, other, agreement }) => [
          names.annotator(annotator),
          names.annotator(other),
          agreement.estimate === null ? '' : 100 * agreement.estimate,
          agreement.n,
        ]),
      }}
    >
      <HeatMap label={title} ids={ids} nameOf={names.annotator} cellOf={cellOf} />
    </Figure>
  );
}
