import { useQuery } from '@tanstack/react-query';
import type { ResultSeries } from '../../contract/results/result-series.ts';
import { seriesQuery } from '../evaluations/evaluation-queries.ts';
import { strings } from '../strings.ts';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { Figure } from './Figure.tsx';
import type { Names } from './names.ts';
import { SequencePlot } from './SequencePlot.tsx';

interface SequenceSectionProps {
  readonly evaluationId: string;
  readonly names: Names;
}

/** The estimate over time. */
export function SequenceSection({ evaluationId, names }: SequenceSectionProps) {
  const series = useQuery(seriesQuery(evaluationId));
  const texts = strings.results;
  const { lines = [], zone = null, planned_cases = 0 } = series.data ?? {};
  if (series.error !== null) return <FailureNotice error={series.error} />;
  return lines
    .filter(({ points }) => points.length > 1)
    .map((line) => {
      const name = names.variant(line.variant);
      const compared =
        line.against === null ? name : texts.sequenceOf(name, names.variant(line.against));
      const title = `${texts.sequences[line.estimand]}: ${compared}`;
      return (
        <Figure
          key={`${line.variant} ${line.against} ${line.criterion}`}
          title={title}
          text={texts.sequenceText}
          numbers={{
            columns: [texts.cases, texts.estimate, texts.low, texts.high],
            rows: line.points.map(({ cases, estimate, low, high }) => [
              cases,
              estimate,
              low ?? '',
              high ?? '',
            ]),
          }}
        >
          <SequencePlot
            label={title}
            line={line}
            planned={planned_cases}
            zone={zone}
            unit={texts.units[unitOf(line.estimand)]}
          />
        </Figure>
      );
    });
}

function unitOf(estimand: ResultSeries['lines'][number]['estimand']) {
  if (estimand === 'score_win_rate') return 'share';
  return estimand === 'win_rate_difference' ? 'points' : 'score';
}
