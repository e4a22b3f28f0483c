import { scaleLinear } from 'd3-scale';
import type { ResultEstimate } from '../../contract/results/result-estimates.ts';
import type { Unit } from '../../domain/results/sentences/wording.ts';
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
  readonly unit: Unit;
  /** Which way is better for whom, under the axis. */
  readonly direction?: string | undefined;
}

const WIDTH = 800;
const LEFT = 290;
const RIGHT = 180;
const LINE = 34;
const AXIS = 26;
const TITLE = 20;

/** Estimates with their intervals, one under the other on one scale. */
export function ForestPlot({ label, rows, reference, unit, direction }: ForestPlotProps) {
  const shown = rows.filter(({ value }) => value.estimate !== null);
  const values = shown.flatMap(({ value }) => [
    value.estimate ?? 0,
    ...(value.interval === null ? [] : [value.interval.low, value.interval.high]),
  ]);
  const x = scaleLinear(
    [Math.min(reference, ...values), Math.max(reference, ...values)],
    [LEFT, WIDTH - RIGHT],
  ).nice();
  const bottom = shown.length * LINE;
  const height = bottom + AXIS + (direction === undefined ? 0 : TITLE);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${height}`}
      role="img"
      aria-label={label}
      className={styles['plot']}
    >
      {x.ticks(5).map((tick) => (
        <g key={tick} className={styles['tick']}>
          <line x1={x(tick)} x2={x(tick)} y2={bottom} />
          <text x={x(tick)} y={bottom + AXIS - 8} textAnchor="middle">
            {unit.value(tick)}
          </text>
        </g>
      ))}
      <line className={styles['reference']} x1={x(reference)} x2={x(reference)} y2={bottom} />
      {direction !== undefined && (
        <text
          className={styles['direction']}
          x={(LEFT + WIDTH - RIGHT) / 2}
          y={height - 6}
          textAnchor="middle"
        >
          {direction}
        </text>
      )}
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
              {figuresOf(value, unit)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** "63 % (54–71 %)". */
function figuresOf({ estimate, interval }: ResultEstimate, unit: Unit): string {
  const figure = unit.value(estimate ?? 0);
  return interval === null ? figure : `${figure} (${unit.range(interval.low, interval.high)})`;
}

const LONGEST = 42;

/** SVG neither wraps nor cuts text. */
function shorten(name: string): string {
  return name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name;
}
