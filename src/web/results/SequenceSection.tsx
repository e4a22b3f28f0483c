import { useQuery } from '@tanstack/react-query';
import { seriesQuery } from '../evaluations/evaluation-queries.ts';
import { strings } from '../strings.ts';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { estimateColumns } from './estimate-numbers.ts';
import { Figure } from './Figure.tsx';
import type { Names } from './names.ts';
import styles from './plots/Plot.module.css';
import { type Line, SequencePlot } from './plots/SequencePlot.tsx';

interface SequenceSectionProps {
  readonly evaluationId: string;
  readonly names: Names;
}

/** The estimate over time; several comparisons get small plots on one scale. */
export function SequenceSection({ evaluationId, names }: SequenceSectionProps) {
  const series = useQuery(seriesQuery(evaluationId));
  const texts = strings.results;
  if (series.error !== null) {
    return <FailureNotice error={series.error} onRetry={() => void series.refetch()} />;
  }
  const { lines = [], zone = null, planned_cases = 0 } = series.data ?? {};
  const drawn = lines.filter(({ points }) => points.length > 1);
  const [first] = drawn;
  if (first === undefined) return null;
  const unit = texts.units[unitOf(first.estimand)];
  const title = texts.sequences[first.estimand];
  const isOne = drawn.length === 1;
  const labelOf = ({ variant, against }: Line) =>
    against === null
      ? names.variant(variant)
      : texts.sequenceOf(names.variant(variant), names.variant(against));
  const range = rangeOf(drawn, zone === null ? [] : [zone.low, zone.high]);
  return (
    <Figure
      title={isOne ? `${title}: ${labelOf(first)}` : title}
      text={texts.sequenceText}
      numbers={{
        columns: [
          ...(isOne ? [] : [texts.difference]),
          texts.cases,
          ...estimateColumns(texts.estimate, unit),
        ],
        rows: drawn.flatMap((line) =>
          line.points.map(({ cases, estimate, low, high }) => [
            ...(isOne ? [] : [labelOf(line)]),
            cases,
            unit.times * estimate,
            low === null ? '' : unit.times * low,
            high === null ? '' : unit.times * high,
          ]),
        ),
      }}
    >
      <div className={isOne ? undefined : styles['panels']}>
        {drawn.map((line) => (
          <SequencePlot
            key={`${line.variant} ${line.against}`}
            label={labelOf(line)}
            caption={isOne ? null : labelOf(line)}
            line={line}
            planned={planned_cases}
            zone={zone}
            unit={unit}
            range={range}
          />
        ))}
      </div>
    </Figure>
  );
}

/** One range for all plots, so that they can be compared. */
function rangeOf(
  lines: readonly Line[],
  ends: readonly number[],
): readonly [low: number, high: number] {
  const values = lines.flatMap(({ points, reference }) => [
    reference,
    ...points.flatMap(({ estimate, low, high }) => [estimate, low ?? estimate, high ?? estimate]),
  ]);
  const all = [...ends, ...values];
  return [
    all.reduce((least, value) => Math.min(least, value)),
    all.reduce((most, value) => Math.max(most, value)),
  ];
}

function unitOf(estimand: Line['estimand']) {
  if (estimand === 'score_win_rate') return 'share';
  return estimand === 'win_rate_difference' ? 'points' : 'score';
}
