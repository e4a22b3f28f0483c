import type { ResultEstimate } from '../../contract/results/result-estimates.ts';
import type { Unit } from '../../domain/results/sentences/wording.ts';
import type { Shell } from '../shell.ts';
import { padded, widthOf } from '../table.ts';
import type { Forest } from './forests-of.ts';

const MIN_WIDTH = 20;
const MAX_WIDTH = 60;

/** A forest plot in characters: a dot for the estimate on the line of its interval. */
export function drawForest({ paint, stdout }: Shell, forest: Forest): string {
  const { title, reference, unit } = forest;
  const rows = forest.rows.filter(({ value }) => value.estimate !== null);
  const labels = Math.max(...rows.map(({ label }) => widthOf(label)));
  const figures = rows.map(({ value }) => figuresOf(value, unit));
  const room = (stdout.columns ?? 100) - labels - Math.max(...figures.map(widthOf)) - 4;
  const width = Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, room));
  const ends = endsOf(rows, reference);
  const place = (value: number) =>
    Math.round(((value - ends.low) / (ends.high - ends.low || 1)) * (width - 1));
  const lines = rows.map(({ label, value }, row) => {
    const plot = plotLine(value, { reference, width, place });
    return `${padded(label, labels)}  ${plot}  ${figures[row]}`;
  });
  const axis = `${padded(unit.value(ends.low), width - widthOf(unit.value(ends.high)))}${unit.value(ends.high)}`;
  return [paint('bold', title), ...lines, paint('dim', `${' '.repeat(labels + 2)}${axis}`)].join(
    '\n',
  );
}

interface Axis {
  readonly reference: number | undefined;
  readonly width: number;
  readonly place: (value: number) => number;
}

function plotLine(
  { estimate, interval }: ResultEstimate,
  { reference, width, place }: Axis,
): string {
  const line = Array.from({ length: width }, () => ' ');
  if (reference !== undefined) line[place(reference)] = '┊';
  if (interval !== null) {
    const [from, to] = [place(interval.low), place(interval.high)];
    line.fill('─', from, to + 1);
    if (to > from) [line[from], line[to]] = ['├', '┤'];
    if (reference !== undefined && place(reference) > from && place(reference) < to) {
      line[place(reference)] = '┼';
    }
  }
  if (estimate !== null) line[place(estimate)] = '●';
  return line.join('');
}

/** The lowest and the highest figure of the plot. */
function endsOf(
  rows: Forest['rows'],
  reference: number | undefined,
): { low: number; high: number } {
  const values = rows.flatMap(({ value: { estimate, interval } }) => [
    ...(estimate === null ? [] : [estimate]),
    ...(interval === null ? [] : [interval.low, interval.high]),
    ...(reference === undefined ? [] : [reference]),
  ]);
  return { low: Math.min(...values), high: Math.max(...values) };
}

/** "63 % (54–71 %)". */
function figuresOf({ estimate, interval }: ResultEstimate, unit: Unit): string {
  const figure = unit.value(estimate ?? 0);
  return interval === null ? figure : `${figure} (${unit.range(interval.low, interval.high)})`;
}
