import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SliceResult } from '../../contract/results.ts';
import { scenariosQuery, slicesQuery } from '../evaluations/evaluation-queries.ts';
import { strings } from '../strings.ts';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { SelectField } from '../ui/Field.tsx';
import { Section } from '../ui/Page.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { Figure } from './Figure.tsx';
import { ForestPlot } from './ForestPlot.tsx';
import type { Names } from './names.ts';
import { useReportMedium } from './report-medium.ts';

interface SlicesSectionProps {
  readonly evaluationId: string;
  readonly names: Names;
}

/** The same comparison for each value of an input, which the reader chooses. */
export function SlicesSection({ evaluationId, names }: SlicesSectionProps) {
  const [input, setInput] = useState('');
  const medium = useReportMedium();
  const scenarios = useInfiniteQuery(scenariosQuery(evaluationId));
  const sliced = useQuery({ ...slicesQuery(evaluationId, input), enabled: input !== '' });
  const texts = strings.results.slices;
  const inputs = scenarios.data?.pages[0]?.items[0]?.inputs ?? [];
  if (inputs.length === 0 || medium === 'file') return null;
  return (
    <>
      <Section title={texts.title}>
        <p>{texts.text}</p>
        <SelectField
          label={texts.input}
          value={input}
          onChange={({ target }) => setInput(target.value)}
        >
          <option value="">{texts.choose}</option>
          {inputs.map(({ input_name }) => (
            <option key={input_name} value={input_name}>
              {input_name}
            </option>
          ))}
        </SelectField>
        <FailureNotice error={sliced.error} onRetry={() => void sliced.refetch()} />
        {input !== '' && sliced.isLoading && <Waiting rows={2} />}
      </Section>
      {sliced.data !== undefined && (
        <Slices input={input} slices={sliced.data.statistics.slices ?? []} names={names} />
      )}
    </>
  );
}

interface SlicesProps {
  readonly input: string;
  readonly slices: readonly SliceResult[];
  readonly names: Names;
}

function Slices({ input, slices, names }: SlicesProps) {
  const texts = strings.results;
  if (slices.length === 0) return <p role="status">{texts.slices.none}</p>;
  const labelOf = ({ label, pooled, variant, against }: SliceResult) => {
    const between = texts.between(names.variant(variant), names.variant(against));
    return `${pooled ? texts.slices.others : label} · ${between}`;
  };
  const isRate = slices.every(({ criterion }) => criterion === null);
  const rows = slices.map((one) => ({ label: labelOf(one), value: one.effect }));
  return (
    <Figure
      title={texts.slices.by(input)}
      numbers={{
        columns: [
          texts.slices.value,
          texts.estimate,
          texts.low,
          texts.high,
          'n',
          texts.slices.adjusted,
          texts.slices.holds,
        ],
        rows: slices.map((one) => [
          labelOf(one),
          one.effect.estimate ?? '',
          one.effect.interval?.low ?? '',
          one.effect.interval?.high ?? '',
          one.effect.n,
          one.adjusted_p ?? '',
          one.survives ? texts.alarmYes : texts.alarmNo,
        ]),
      }}
    >
      <ForestPlot
        label={texts.slices.by(input)}
        rows={rows}
        reference={isRate ? 0.5 : 0}
        format={isRate ? texts.percent : texts.decimal}
      />
    </Figure>
  );
}
