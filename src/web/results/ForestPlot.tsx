import { scaleLinear } from 'd3-scale';
import type { ResultEstimate } from '../../contract/results/result-estimates.ts';
import styles from './Plot.module.css';

export interface ForestRow {
  readonly label: string;
  readonly value: ResultEstimate;
}

interface ForestPlotProps {
  readonly label: string;
  readonly rows: readonly ForestRow[];
  /** The value that means "no difference". */
  readonly reference: number;
  readonly format: (value: number) => string;
}

const WIDTH = 800;
const LEFT = 300;
const RIGHT = 90;
const LINE = 34;
const AXIS = 26;

/** Estimates with their intervals, one under the other on one scale. */
export function ForestPlot({ label, rows, reference, format }: ForestPlotProps) {
  const shown = rows.filter(({ value }) => value.estimate !== null);
  const values = shown.flatMap(({ value }) => [
    value.estimate ?? 0,
    ...(value.interval === null ? [] : [value.interval.low, value.interval.high]),
  ]);
  const x = scaleLinear(
    [Math.min(reference, ...values), Math.max(reference, ...values)],
    [LEFT, WIDTH - RIGHT],
  ).nice();
  const height = shown.length * LINE + AXIS;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${height}`}
      role="img"
      aria-label={label}
      className={styles['plot']}
    >
      {x.ticks(5).map((tick) => (
        <g key={tick} className={styles['tick']}>
          <line x1={x(tick)} x2={x(tick)} y2={height - AXIS} />
          <text x={x(tick)} y={height - 8} textAnchor="middle">
            {format(tick)}
          </text>
        </g>
      ))}
      <line
        className={styles['reference']}
        x1={x(reference)}
        x2={x(reference)}
        y2={height - AXIS}
      />
      {shown.map(({ label: name, value }, index) => {
        const y = index * LINE + LINE / 2;
        return (
          <g key={name} className={styles['row']}>
            <text x={0} y={y} dominantBaseline="central">
              {shorten(name)}
            </text>
            {value.interval !== null && (
              <line
                className={styles['interval']}
                x1={x(value.interval.low)}
                x2={x(value.interval.high)}
                y1={y}
                y2={y}
              />
            )}
            <circle cx={x(value.estimate ?? 0)} cy={y} r={4.5} />
            <text x={WIDTH - RIGHT + 12} y={y} dominantBaseline="central">
              {format(value.estimate ?? 0)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

const LONGEST = 44;

/** SVG neither wraps nor cuts text. */
function shorten(name: string): string {
  return name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name;
}
