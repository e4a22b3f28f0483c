import { scaleLinear } from 'd3-scale';
import { area, line as pathOf } from 'd3-shape';
import type { ResultSeries } from '../../contract/results/result-series.ts';
import type { Unit } from '../../domain/results/sentences/wording.ts';
import { strings } from '../strings.ts';
import styles from './Plot.module.css';

type Line = ResultSeries['lines'][number];
type Point = Line['points'][number];

interface SequencePlotProps {
  readonly label: string;
  readonly line: Line;
  readonly planned: number;
  readonly zone: ResultSeries['zone'];
  readonly unit: Unit;
}

const WIDTH = 800;
const HEIGHT = 280;
const LEFT = 72;
const RIGHT = 12;
const BOTTOM = 26;
const TOP = 20;

/** The estimate with its interval, scenario by scenario; early ones have no interval yet. */
export function SequencePlot({ label, line, planned, zone, unit }: SequencePlotProps) {
  const { points, reference } = line;
  const values = points.flatMap(({ estimate, low, high }) => [
    estimate,
    low ?? estimate,
    high ?? estimate,
  ]);
  const ends = zone === null ? [reference] : [zone.low, zone.high];
  const x = scaleLinear([0, Math.max(planned, points.at(-1)?.cases ?? 1)], [LEFT, WIDTH - RIGHT]);
  const y = scaleLinear(
    [Math.min(...ends, ...values), Math.max(...ends, ...values)],
    [HEIGHT - BOTTOM, TOP],
  ).nice();
  const band = area<Point>(
    ({ cases }) => x(cases),
    ({ low }) => y(low ?? 0),
    ({ high }) => y(high ?? 0),
  ).defined(({ low, high }) => low !== null && high !== null);
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
      {zone !== null && (
        <rect
          className={styles['zone']}
          x={LEFT}
          width={WIDTH - RIGHT - LEFT}
          y={y(zone.high)}
          height={y(zone.low) - y(zone.high)}
        />
      )}
      {y.ticks(5).map((tick) => (
        <g key={tick} className={styles['tick']}>
          <line x1={LEFT} x2={WIDTH - RIGHT} y1={y(tick)} y2={y(tick)} />
          <text x={LEFT - 8} y={y(tick)} textAnchor="end" dominantBaseline="central">
            {unit.value(tick)}
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
        x2={WIDTH - RIGHT}
        y1={y(reference)}
        y2={y(reference)}
      />
      <line
        className={styles['end']}
        x1={x(planned)}
        x2={x(planned)}
        y1={TOP}
        y2={HEIGHT - BOTTOM}
      />
      <text className={styles['direction']} x={x(planned)} y={TOP - 8} textAnchor="end">
        {strings.results.plannedEnd}
      </text>
      <path className={styles['line']} d={middle([...points]) ?? ''} />
    </svg>
  );
}
