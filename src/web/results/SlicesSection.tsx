import { useQuery } from '@tanstack/react-query';
import type { SliceResult } from '../../contract/results/results.ts';
import { settingsQuery } from '../evaluations/evaluation-queries.ts';
import { strings } from '../strings.ts';
import { withTopNotice } from '../top-notice.ts';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { SelectField } from '../ui/Field.tsx';
import { Section } from '../ui/Page.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { estimateCells, estimateColumns } from './estimate-numbers.ts';
import { Figure } from './Figure.tsx';
import { isolated } from './isolated-names.ts';
import type { Names } from './names.ts';
import { IntervalPlot } from './plots/IntervalPlot.tsx';
import report from './Report.module.css';
import { useReportMedium } from './report-medium.ts';
import styles from './SlicesSection.module.css';
import type { SliceChoice } from './slice.ts';
import { useSlices } from './use-slices.ts';

interface SlicesSectionProps {
  readonly evaluationId: string;
  readonly names: Names;
  readonly slice: SliceChoice;
  readonly onSlice: (slice: SliceChoice) => void;
}

/** The same comparison for each value of an input that the reader chooses. */
export function SlicesSection({ evaluationId, names, slice, onSlice }: SlicesSectionProps) {
  const medium = useReportMedium().kind;
  const { input } = slice;
  const { data, error, isLoading, slices, refetch } = useSlices(evaluationId, slice);
  return (
    <>
      {medium === 'page' && (
        <div className={report['unprinted']}>
          <Section title={strings.results.slices.title}>
            <p>{strings.results.slices.text}</p>
            <SliceFields
              evaluationId={evaluationId}
              slices={slices}
              slice={slice}
              onSlice={onSlice}
            />
            <FailureNotice error={error} onRetry={() => void refetch()} />
            {isLoading && <Waiting rows={2} />}
          </Section>
        </div>
      )}
      {input !== undefined && data !== undefined && (
        <Slices input={input} slices={slices} names={names} />
      )}
    </>
  );
}

interface SliceFieldsProps extends Omit<SlicesSectionProps, 'names'> {
  readonly slices: readonly SliceResult[];
}

function SliceFields({ evaluationId, slices, slice, onSlice }: SliceFieldsProps) {
  const settings = useQuery(withTopNotice(settingsQuery(evaluationId)));
  const texts = strings.results.slices;
  const { input } = slice;
  const labels = [...new Set(slices.flatMap(({ pooled, label }) => (pooled ? [] : [label])))];
  const [all, others] = ['all', 'others'];
  return (
    <div className={styles['fields']}>
      <SelectField
        label={texts.input}
        value={input ?? ''}
        onChange={({ target }) => onSlice(target.value === '' ? {} : { input: target.value })}
      >
        <option value="">{texts.choose}</option>
        {settings.data?.value.inputs.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
      {input !== undefined && slices.length > 0 && (
        <SelectField
          label={texts.table}
          // Values of inputs are free text, so a prefix keeps them apart from the other choices.
          value={
            slice.others === true ? others : slice.value === undefined ? all : `=${slice.value}`
          }
          onChange={({ target: { value } }) =>
            onSlice({
              input,
              ...(value === others && { others: true }),
              ...(value.startsWith('=') && { value: value.slice(1) }),
            })
          }
        >
          <option value={all}>{texts.all}</option>
          {labels.map((label) => (
            <option key={label} value={`=${label}`}>
              {label}
            </option>
          ))}
          {slices.some(({ pooled }) => pooled) && <option value={others}>{texts.others}</option>}
        </SelectField>
      )}
    </div>
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
    const name = names.variant(variant);
    const compared = against === null ? name : texts.between(name, names.variant(against));
    return `${pooled ? texts.slices.others : isolated(label)} · ${compared}`;
  };
  const isRate = slices.every(({ criterion }) => criterion === null);
  const unit = isRate ? texts.units.share : texts.units.score;
  const rows = slices.map((one) => ({ label: labelOf(one), value: one.effect }));
  // P-values are valid for a single look only, so there are none before the plan ends.
  const isTested = slices.some(({ adjusted_p }) => adjusted_p !== null);
  return (
    <Figure
      title={texts.slices.by(input)}
      numbers={{
        columns: [
          texts.slices.value,
          ...estimateColumns(texts.estimate, unit),
          'n',
          ...(isTested ? [texts.slices.adjusted, texts.slices.significant] : []),
        ],
        rows: slices.map((one) => [
          labelOf(one),
          ...estimateCells(one.effect, unit),
          one.effect.n,
          ...(isTested
            ? [one.adjusted_p ?? '', one.survives ? texts.alarmYes : texts.alarmNo]
            : []),
        ]),
      }}
    >
      <IntervalPlot
        label={texts.slices.by(input)}
        rows={rows}
        reference={isRate ? 0.5 : 0}
        unit={unit}
        axis={directionOf(slices, names)}
      />
    </Figure>
  );
}

/** Rows about one pair share a direction; otherwise each row names its own pair. */
function directionOf(slices: readonly SliceResult[], names: Names): string | undefined {
  const pairs = new Set(slices.map(({ variant, against }) => `${variant} ${against}`));
  const [first] = slices;
  if (first === undefined || first.against === null) return undefined;
  return pairs.size === 1
    ? strings.results.direction(names.variant(first.against), names.variant(first.variant))
    : strings.results.pairDirection;
}
