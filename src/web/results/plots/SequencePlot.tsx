import { scaleLinear } from 'd3-scale';
import { area, line as pathOf } from 'd3-shape';
import { useState } from 'react';
import type { ResultSeries } from '../../../contract/results/result-series.ts';
import type { Unit } from '../../../domain/results/sentences/wording.ts';
import { strings } from '../../strings.ts';
import { useReportMedium } from '../report-medium.ts';
import { Axis } from './Axis.tsx';
import styles from './Plot.module.css';

export type Line = ResultSeries['lines'][number];
type Point = Line['points'][number];

interface SequencePlotProps {
  readonly label: string;
  /** Shown above the plot if it is one of several. */
  readonly caption: string | null;
  readonly line: Line;
  readonly planned: number;
  readonly zone: ResultSeries['zone'];
  readonly unit: Unit;
  /** Shared with the plots beside it, so that they can be compared. */
  readonly range: readonly [low: number, high: number];
}

/** The estimate with its interval after each scenario; the first estimates have no interval. */
export function SequencePlot(props: SequencePlotProps) {
  const { label, caption, line, planned, zone, unit, range } = props;
  const { points, reference } = line;
  const [at, setAt] = useState<number>();
  const isOnPage = useReportMedium().kind === 'page';
  const texts = strings.results.plots;
  const x = scaleLinear([0, Math.max(planned, points.at(-1)?.cases ?? 1)], [0, 100]);
  const y = scaleLinear(range, [100, 0]).nice(4);
  const band = area<Point>(
    ({ cases }) => x(cases),
    ({ low }) => y(low ?? 0),
    ({ high }) => y(high ?? 0),
  ).defined(({ low, high }) => low !== null && high !== null);
  const middle = pathOf<Point>(
    ({ cases }) => x(cases),
    ({ estimate }) => y(estimate),
  );
  const point = at === undefined ? undefined : points[at];
  const reading = pointText(point ?? points.at(-1), unit);
  const horizontal = (value: number) => ({ x1: 0, x2: 100, y1: y(value), y2: y(value) });
  const vertical = (cases: number) => ({ x1: x(cases), x2: x(cases), y1: 0, y2: 100 });
  return (
    <figure className={styles['panel']} aria-label={label}>
      {caption !== null && <figcaption className={styles['panelTitle']}>{caption}</figcaption>}
      <div className={`${styles['scale']} ${styles['field']}`} aria-hidden>
        {y.ticks(4).map((tick) => (
          <span key={tick} style={{ top: `${y(tick)}%` }}>
            {unit.tick(tick)}
          </span>
        ))}
      </div>
      <div className={styles['field']}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={reading}>
          {zone !== null && (
            <rect
              className={styles['zone']}
              x={0}
              width={100}
              y={y(zone.high)}
              height={y(zone.low) - y(zone.high)}
            />
          )}
          {y.ticks(4).map((tick) => (
            <line key={tick} className={styles['grid']} {...horizontal(tick)} />
          ))}
          <path className={styles['band']} d={band([...points]) ?? ''} />
          <line className={styles['reference']} {...horizontal(reference)} />
          <line className={styles['end']} {...vertical(planned)} />
          <path className={styles['line']} d={middle([...points]) ?? ''} />
          {point !== undefined && <line className={styles['cursor']} {...vertical(point.cases)} />}
        </svg>
        <span className={styles['endText']} style={{ left: `${x(planned)}%` }}>
          {strings.results.plannedEnd}
        </span>
        {isOnPage && (
          <input
            type="range"
            className={styles['range']}
            aria-label={texts.readAt(label)}
            aria-valuetext={reading}
            min={0}
            max={points.length - 1}
            value={at ?? points.length - 1}
            onChange={({ target }) => setAt(Number(target.value))}
            onPointerMove={({ currentTarget, clientX }) => {
              const { left, width } = currentTarget.getBoundingClientRect();
              setAt(nearest(points, x.invert((100 * (clientX - left)) / width)));
            }}
            onPointerLeave={() => setAt(undefined)}
          />
        )}
      </div>
      <span />
      <Axis
        ticks={x.ticks(4).map((tick) => ({ at: x(tick), text: texts.number(tick) }))}
        title={strings.results.cases}
      />
      {isOnPage && <p className={styles['read']}>{reading}</p>}
    </figure>
  );
}

function nearest(points: readonly Point[], cases: number): number {
  const gaps = points.map((point) => Math.abs(point.cases - cases));
  return gaps.indexOf(Math.min(...gaps));
}

/** "After 24 scenarios: 62 % (55–73 %)". */
function pointText(point: Point | undefined, unit: Unit): string {
  if (point === undefined) return '';
  const { cases, estimate, low, high } = point;
  const range = low === null || high === null ? '' : ` (${unit.range(low, high)})`;
  return strings.results.plots.after(cases, `${unit.value(estimate)}${range}`);
}
