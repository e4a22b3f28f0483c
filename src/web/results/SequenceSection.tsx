import { useQuery } from '@tanstack/react-query';
import { seriesQuery } from '../evaluations/evaluation-queries.ts';
import { strings } from '../strings.ts';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { Figure } from './Figure.tsx';
import type { Names } from './names.ts';
import { SequencePlot } from './SequencePlot.tsx';
import { isRate } from './verdict-sentence.ts';

interface SequenceSectionProps {
  readonly evaluationId: string;
  readonly names: Names;
}

/** The estimate over time. */
export function SequenceSection({ evaluationId, names }: SequenceSectionProps) {
  const series = useQuery(seriesQuery(evaluationId));
  const texts = strings.results;
  const lines = (series.data?.lines ?? []).filter(({ points }) => points.length > 1);
  if (series.error !== null) return <FailureNotice error={series.error} />;
  return lines.map((line) => {
    const title =
      line.against === null
        ? `${texts.sequence}: ${names.variant(line.variant)}`
        : `${texts.sequence}: ${texts.sequenceOf(names.variant(line.variant), names.variant(line.against))}`;
    const format = isRate(line.estimand) ? texts.percent : texts.decimal;
    return (
      <Figure
        key={`${line.variant} ${line.against} ${line.criterion}`}
        title={title}
        text={texts.sequenceText}
        numbers={{
          columns: [texts.cases, texts.estimate, texts.low, texts.high],
          rows: line.points.map(({ cases, estimate, low, high }) => [cases, estimate, low, high]),
        }}
      >
        <SequencePlot label={title} line={line} format={format} />
      </Figure>
    );
  });
}
