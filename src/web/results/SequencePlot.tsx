import { scaleLinear } from 'd3-scale';
import { area, line as pathOf } from 'd3-shape';
import type { ResultSeries } from '../../contract/results/results.ts';
import styles from './Plot.module.css';

type Line = ResultSeries['lines'][number];
type Point = Line['points'][number];

interface SequencePlotProps {
  readonly label: string;
  readonly line: Line;
  readonly format: (value: number) => string;
}

const WIDTH = 800;
const HEIGHT = 280;
const LEFT = 56;
const BOTTOM = 26;
const TOP = 8;

/** The estimate with its interval, scenario by scenario. */
export function SequencePlot({ label, line, format }: SequencePlotProps) {
  const { points, reference } = line;
  const values = points.flatMap(({ low, high }) => [low, high]);
  const x = scaleLinear([0, points.at(-1)?.cases ?? 1], [LEFT, WIDTH - 12]);
  const y = scaleLinear(
    [Math.min(reference, ...values), Math.max(reference, ...values)],
    [HEIGHT - BOTTOM, TOP],
  ).nice();
  const band = area<Point>(
    ({ cases }) => x(cases),
    ({ low }) => y(low),
    ({ high }) => y(high),
  );
  const middle = pathOf<Point>(
    ({ cases }) => x(cases),
    ({ estimate }) => y(estimate),
  );
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
      className={styles['plot']}
    >
      {y.ticks(5).map((tick) => (
        <g key={tick} className={styles['tick']}>
          <line x1={LEFT} x2={WIDTH - 12} y1={y(tick)} y2={y(tick)} />
          <text x={LEFT - 8} y={y(tick)} textAnchor="end" dominantBaseline="central">
            {format(tick)}
          </text>
        </g>
      ))}
      {x.ticks(6).map((tick) => (
        <g key={tick} className={styles['tick']}>
          <text x={x(tick)} y={HEIGHT - 8} textAnchor="middle">
            {tick}
          </text>
        </g>
      ))}
      <path className={styles['band']} d={band([...points]) ?? ''} />
      <line
        className={styles['reference']}
        x1={LEFT}
        x2={WIDTH - 12}
        y1={y(reference)}
        y2={y(reference)}
      />
      <path className={styles['line']} d={middle([...points]) ?? ''} />
    </svg>
  );
}
