import type { ResultEstimate } from '../../contract/results/result-estimates.ts';
import type { Unit } from '../../domain/results/sentences/wording.ts';
import { strings } from '../strings.ts';
import type { Numbers } from './numbers.ts';
import type { IntervalRow } from './plots/IntervalPlot.tsx';

/** The table of the estimates that an interval plot draws. */
export function estimateNumbers(head: string, rows: readonly IntervalRow[], unit: Unit): Numbers {
  const texts = strings.results;
  return {
    columns: [head, ...estimateColumns(texts.estimate, unit), 'n', texts.method],
    rows: rows.map(({ label, value }) => [
      label,
      ...estimateCells(value, unit),
      value.n,
      texts.word(value.method),
    ]),
  };
}

/** Column titles for an estimate and its interval, each with its unit. */
export function estimateColumns(title: string, { symbol }: Unit): readonly string[] {
  const texts = strings.results;
  return [title, texts.low, texts.high].map((name) => texts.inUnit(name, symbol));
}

export function estimateCells(
  { estimate, interval }: ResultEstimate,
  { times }: Unit,
): readonly (string | number)[] {
  const cell = (value: number | null | undefined) => (value == null ? '' : times * value);
  return [cell(estimate), cell(interval?.low), cell(interval?.high)];
}
