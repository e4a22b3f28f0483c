import type { ResultEstimate } from '../../contract/results/result-estimates.ts';
import type { BiasStrip, ResultStatistics } from '../../contract/results/results.ts';
import { strings } from '../strings.ts';
import { Figure } from './Figure.tsx';
import { ForestPlot } from './ForestPlot.tsx';
import type { Names } from './names.ts';

interface BiasSectionProps {
  readonly statistics: Pick<ResultStatistics, 'bias' | 'length_effect' | 'two_variants'>;
  readonly names: Names;
}

/** Effects that should be absent, of position, length and time, and how each annotator judges. */
export function BiasSection({ statistics, names }: BiasSectionProps) {
  const { annotators } = statistics.bias;
  const texts = strings.results;
  const format = statistics.two_variants === null ? texts.decimal : texts.percent;
  return (
    <>
      <Strip statistics={statistics} names={names} />
      {annotators.length > 0 && (
        <Annotators annotators={annotators} names={names} format={format} />
      )}
    </>
  );
}

function Strip({ statistics, names }: BiasSectionProps) {
  const texts = strings.results;
  const { position, length, pace, drift } = statistics.bias;
  const rates = [
    { label: texts.biases.position, value: position?.first_wins, alarm: position?.alarm },
    { label: texts.biases.length, value: length?.longer_wins, alarm: length?.alarm },
    ...(statistics.length_effect?.at_equal_length ?? []).map((pair) => ({
      label: texts.biases.equalLength(names.variant(pair.variant), names.variant(pair.against)),
      value: pair.score_win_rate,
    })),
  ].flatMap(({ label, value, ...rest }) =>
    value === undefined ? [] : [{ label, value, alarm: false, ...rest }],
  );
  const changes = drift.map(({ about, criterion, per_ten_tasks: value, alarm }) => ({
    label: texts.biases.drift[about](criterion ?? ''),
    value,
    alarm,
  }));
  const isDrawn = rates.some(({ value }) => value.estimate !== null);
  return (
    <Figure
      title={texts.bias}
      text={texts.biasText}
      numbers={{
        columns: [texts.measure, texts.estimate, texts.low, texts.high, texts.alarm],
        rows: [
          ...[...rates, ...changes].map(({ label, value, alarm = false }) => [
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
  /** Of the headline. */
  readonly format: (value: number) => string;
}

/** Annotators who disagree with the others or always give the same answer. */
function Annotators({ annotators, names, format }: AnnotatorsProps) {
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
          columns.marks,
          columns.without,
        ],
        rows: annotators.map((one) => [
          names.annotator(one.annotator),
          one.judgements,
          texts.percent(one.share),
          shareText(one.agreement),
          shareText(one.first_share),
          one.median_seconds ?? '',
          one.severity?.estimate ?? '',
          one.marks.map(({ sentence }) => sentence).join(' '),
          rangeText(one.without, format),
        ]),
      }}
    />
  );
}

function shareText(value: ResultEstimate | null): string {
  return value === null || value.estimate === null ? '' : strings.results.percent(value.estimate);
}

function rangeText(value: ResultEstimate | null, format: (value: number) => string): string {
  if (value === null || value.estimate === null) return '';
  const { estimate, interval } = value;
  if (interval === null) return format(estimate);
  return `${format(estimate)} (${format(interval.low)} to ${format(interval.high)})`;
}
