import type { ResultEstimate } from '../../contract/results/result-estimates.ts';
import type { BiasStrip } from '../../contract/results/results.ts';
import { annotatorMarks } from '../../domain/results/sentences/annotator-marks.ts';
import { strings } from '../strings.ts';
import { Figure } from './Figure.tsx';
import { ForestPlot } from './ForestPlot.tsx';
import type { Names } from './names.ts';

interface BiasSectionProps {
  readonly bias: BiasStrip;
  readonly names: Names;
}

/** Effects that should be absent, of position and length, and how each annotator judges. */
export function BiasSection({ bias, names }: BiasSectionProps) {
  return (
    <>
      <Strip bias={bias} />
      {bias.annotators.length > 0 && <Annotators annotators={bias.annotators} names={names} />}
    </>
  );
}

function Strip({ bias: { position, length, pace } }: Pick<BiasSectionProps, 'bias'>) {
  const texts = strings.results;
  const rates = [
    { label: texts.biases.position, value: position?.first_wins, alarm: position?.alarm },
    { label: texts.biases.length, value: length?.longer_wins, alarm: length?.alarm },
  ].flatMap(({ label, value, alarm = false }) =>
    value === undefined ? [] : [{ label, value, alarm }],
  );
  const isDrawn = rates.some(({ value }) => value.estimate !== null);
  return (
    <Figure
      title={texts.bias}
      text={texts.biasText}
      numbers={{
        columns: [texts.measure, texts.estimate, texts.low, texts.high, texts.alarm],
        rows: [
          ...rates.map(({ label, value, alarm }) => [
            ...numbersOf(label, value),
            alarm ? texts.alarmYes : texts.alarmNo,
          ]),
          [...numbersOf(texts.biases.pace, pace.median_seconds), ''],
        ],
      }}
    >
      {isDrawn ? (
        <ForestPlot label={texts.bias} rows={rates} reference={0.5} unit={texts.units.share} />
      ) : undefined}
    </Figure>
  );
}

function numbersOf(label: string, value: ResultEstimate): readonly (string | number)[] {
  return [label, value.estimate ?? '', value.interval?.low ?? '', value.interval?.high ?? ''];
}

interface AnnotatorsProps {
  readonly annotators: BiasStrip['annotators'];
  readonly names: Names;
}

/** Annotators who disagree with the others or always give the same answer. */
function Annotators({ annotators, names }: AnnotatorsProps) {
  const texts = strings.results;
  const columns = texts.annotatorColumns;
  return (
    <Figure
      title={texts.annotators}
      text={texts.annotatorsText}
      numbers={{
        columns: [
          texts.annotator,
          texts.count,
          columns.share,
          columns.agreement,
          columns.first,
          columns.seconds,
          columns.severity,
          texts.caution,
        ],
        rows: annotators.map((one) => [
          names.annotator(one.annotator),
          one.judgements,
          texts.percent(one.share),
          shareText(one.agreement),
          shareText(one.first_share),
          one.median_seconds ?? '',
          one.severity?.estimate ?? '',
          annotatorMarks(one).join(', '),
        ]),
      }}
    />
  );
}

function shareText(value: ResultEstimate | null): string {
  return value === null || value.estimate === null ? '' : strings.results.percent(value.estimate);
}
