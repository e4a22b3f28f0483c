import type { ResultEstimate } from '../../contract/results/result-estimates.ts';
import type {
  AnnotatorQuality,
  BiasStrip,
  ResultStatistics,
} from '../../contract/results/results.ts';
import { markSentence } from '../../domain/results/sentences/mark-sentences.ts';
import {
  type VerdictLead,
  variantsOf,
  verdictLead,
} from '../../domain/results/sentences/verdict-lead.ts';
import { strings } from '../strings.ts';
import { estimateCells, estimateColumns } from './estimate-numbers.ts';
import { Figure } from './Figure.tsx';
import type { Names } from './names.ts';
import { figuresOf, IntervalPlot } from './plots/IntervalPlot.tsx';

interface BiasSectionProps {
  readonly statistics: ResultStatistics;
  readonly names: Names;
}

/** Effects of position, length and time, which should be absent, and a row per annotator. */
export function BiasSection({ statistics, names }: BiasSectionProps) {
  return (
    <>
      <Strip statistics={statistics} names={names} />
      <Drift drift={statistics.bias.drift} />
      {statistics.bias.annotators.length > 0 && (
        <Annotators statistics={statistics} names={names} />
      )}
    </>
  );
}

function Strip({ statistics, names }: BiasSectionProps) {
  const texts = strings.results;
  const { position, length } = statistics.bias;
  const rates = [
    { label: texts.biases.position, value: position?.first_wins, alarm: position?.alarm },
    { label: texts.biases.length, value: length?.longer_wins, alarm: length?.alarm },
    ...(statistics.length_effect?.at_equal_length ?? []).map((pair) => ({
      label: texts.biases.equalLength(names.variant(pair.variant), names.variant(pair.against)),
      value: pair.score_win_rate,
      alarm: false,
    })),
  ].flatMap(({ label, value, alarm = false }) =>
    value === undefined ? [] : [{ label, value, alarm }],
  );
  if (!rates.some(({ value }) => value.estimate !== null)) return null;
  const unit = texts.units.share;
  return (
    <Figure
      title={texts.bias}
      text={texts.biasText}
      numbers={{
        columns: [texts.measure, ...estimateColumns(texts.estimate, unit), texts.alarm],
        rows: rates.map(({ label, value, alarm }) => [
          label,
          ...estimateCells(value, unit),
          alarm ? texts.alarmYes : texts.alarmNo,
        ]),
      }}
    >
      <IntervalPlot
        label={texts.bias}
        rows={rates}
        reference={0.5}
        unit={unit}
        axis={texts.biasAxis}
      />
    </Figure>
  );
}

/** Shares change by points, scores by steps, so each row has its own unit. */
function Drift({ drift }: Pick<BiasStrip, 'drift'>) {
  const texts = strings.results;
  const rows = drift.filter(({ per_ten_tasks }) => per_ten_tasks.estimate !== null);
  if (rows.length === 0) return null;
  return (
    <Figure
      title={texts.drift}
      numbers={{
        columns: [texts.measure, texts.perTenTasks, texts.alarm],
        rows: rows.map(({ about, criterion, per_ten_tasks: value, alarm }) => [
          texts.biases.drift[about](criterion ?? ''),
          figuresOf(value, about === 'score' ? texts.units.score : texts.units.points),
          alarm ? texts.alarmYes : texts.alarmNo,
        ]),
      }}
    />
  );
}

/** How each annotator judges, with marks such as disagreeing with the others. */
function Annotators({ statistics, names }: BiasSectionProps) {
  const texts = strings.results;
  const columns = texts.annotatorColumns;
  const { annotators } = statistics.bias;
  const lead = verdictLead(statistics, names);
  // Among several variants, another one may lead without this annotator.
  const leadOfTwo = variantsOf(statistics).length > 2 ? null : lead;
  const all: readonly (readonly [string, (one: AnnotatorQuality) => string | number])[] = [
    [texts.annotator, (one) => names.annotator(one.annotator)],
    [texts.count, (one) => one.judgements],
    [columns.share, (one) => texts.percent(one.share)],
    [columns.agreement, (one) => shareText(one.agreement)],
    [columns.first, (one) => shareText(one.first_share)],
    [columns.seconds, (one) => one.median_seconds ?? ''],
    [columns.severity, (one) => one.severity?.estimate ?? ''],
    [columns.own, (one) => (one.effect === null ? '' : (lead?.value(one.effect.own) ?? ''))],
    [columns.pooled, (one) => rangeText(one.effect?.pooled ?? null, lead)],
    [columns.marks, (one) => one.marks.map(markSentence).join(' ')],
    [columns.without, (one) => rangeText(one.without, leadOfTwo)],
  ];
  // Only comparisons have sides, only scores have severity, and few annotators have marks.
  const shown = all.filter(([, cell]) => annotators.some((one) => cell(one) !== ''));
  return (
    <Figure
      title={texts.annotators}
      text={[texts.annotatorsText, ...effectTexts(annotators, lead)].join(' ')}
      numbers={{
        columns: shown.map(([title]) => title),
        rows: annotators.map((one) => shown.map(([, cell]) => cell(one))),
      }}
    />
  );
}

/** Explains the own and the pooled result, or why nothing is pooled. */
function effectTexts(
  annotators: BiasStrip['annotators'],
  lead: VerdictLead | null,
): readonly string[] {
  const pooled = annotators.flatMap(({ effect }) => effect?.pooled ?? []);
  if (lead === null || pooled.length === 0) return [];
  const texts = strings.results.annotatorEffects;
  const reason = pooled[0]?.warnings.find((warning) => warning in texts.notPooled);
  const isPooled = pooled.some(({ estimate }) => estimate !== null);
  return [
    texts.own(lead.ahead, lead.behind),
    isPooled ? texts.pooled : (texts.notPooled[reason ?? ''] ?? ''),
  ];
}

function shareText(value: ResultEstimate | null): string {
  return value === null || value.estimate === null ? '' : strings.results.percent(value.estimate);
}

function rangeText(value: ResultEstimate | null, lead: VerdictLead | null): string {
  if (value === null || value.estimate === null || lead === null) return '';
  const figure = lead.value(value.estimate);
  return value.interval === null ? figure : `${figure} (${lead.range(value.interval)})`;
}
