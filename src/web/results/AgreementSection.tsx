import type { AgreementPanel } from '../../contract/results/results.ts';
import { strings } from '../strings.ts';
import { estimateNumbers } from './estimate-numbers.ts';
import { Figure } from './Figure.tsx';
import { ForestPlot, type ForestRow } from './ForestPlot.tsx';
import { HeatMap } from './HeatMap.tsx';
import type { Names } from './names.ts';

interface AgreementSectionProps {
  readonly panels: readonly AgreementPanel[];
  readonly names: Names;
}

/** How far annotators agree. */
export function AgreementSection({ panels, names }: AgreementSectionProps) {
  const texts = strings.results;
  return panels.map((panel) => {
    const rows: readonly ForestRow[] = [
      { label: texts.measures.raw, value: panel.raw },
      { label: texts.measures.krippendorff, value: panel.krippendorff },
      { label: texts.measures.gwet, value: panel.gwet },
    ];
    if (!rows.some(({ value }) => value.estimate !== null)) return null;
    const title = panel.criterion === null ? texts.agreement : texts.agreementOn(panel.criterion);
    return (
      <div key={title}>
        <Figure
          title={title}
          text={texts.agreementText}
          numbers={estimateNumbers(texts.measure, rows)}
        >
          <ForestPlot label={title} rows={rows} reference={0} unit={texts.units.score} />
        </Figure>
        {panel.annotator_pairs.length > 0 && <Pairs panel={panel} names={names} />}
      </div>
    );
  });
}

function Pairs({ panel, names }: { readonly panel: AgreementPanel; readonly names: Names }) {
  const texts = strings.results;
  const pairs = panel.annotator_pairs;
  const ids = [...new Set(pairs.flatMap(({ annotator, other }) => [annotator, other]))];
  const valueOf = (row: string, column: string) => {
    const pair = pairs.find(
      ({ annotator, other }) =>
        (annotator === row && other === column) || (annotator === column && other === row),
    );
    return pair?.agreement.estimate ?? undefined;
  };
  return (
    <Figure
      title={texts.pairs}
      numbers={{
        columns: [texts.annotator, texts.other, texts.measures.raw, 'n'],
        rows: pairs.map(({ annotator, other, agreement }) => [
          names.annotator(annotator),
          names.annotator(other),
          agreement.estimate ?? '',
          agreement.n,
        ]),
      }}
    >
      <HeatMap label={texts.pairs} ids={ids} nameOf={names.annotator} valueOf={valueOf} />
    </Figure>
  );
}
