import { strings } from '../strings.ts';
import type { ForestRow } from './ForestPlot.tsx';
import type { Numbers } from './numbers.ts';

/** Estimates as a table: what a forest plot draws. */
export function estimateNumbers(head: string, rows: readonly ForestRow[]): Numbers {
  const texts = strings.results;
  return {
    columns: [head, texts.estimate, texts.low, texts.high, 'n', texts.method],
    rows: rows.map(({ label, value }) => [
      label,
      value.estimate ?? '',
      value.interval?.low ?? '',
      value.interval?.high ?? '',
      value.n,
      texts.word(value.method),
    ]),
  };
}
