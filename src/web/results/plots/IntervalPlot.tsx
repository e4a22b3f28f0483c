import { scaleLinear } from 'd3-scale';
import type { ResultEstimate } from '../../../contract/results/result-estimates.ts';
import type { Unit } from '../../../domain/results/sentences/wording.ts';
import { strings } from '../../strings.ts';
import { Axis } from './Axis.tsx';
import styles from './Plot.module.css';
import { moveBetweenTips, Tip } from './Tip.tsx';
import { markPath, markStyle, VariantMark } from './VariantMark.tsx';

export interface IntervalRow {
  readonly label: string;
  readonly value: ResultEstimate;
  /** For a row about one variant: its index in the evaluation, which decides its colour. */
  readonly place?: number;
  /** Printed after the label. */
  readonly note?: string;
}

interface IntervalPlotProps {
  readonly label: string;
  readonly rows: readonly IntervalRow[];
  /** The value that means "no difference". */
  readonly reference: number;
  readonly unit: Unit;
  /** What the axis shows, and which direction favours which variant. */
  readonly axis?: string | undefined;
}

/** Estimates with their intervals on one scale, a row each, with their figures. */
export function IntervalPlot({ label, rows, reference, unit, axis }: IntervalPlotProps) {
  const shown = rows.filter(({ value }) => value.estimate !== null);
  const values = shown.flatMap(({ value }) => [
    value.estimate ?? 0,
    ...(value.interval === null ? [] : [value.interval.low, value.interval.high]),
  ]);
  const x = scaleLinear(
    [Math.min(reference, ...values), Math.max(reference, ...values)],
    [0, 100],
  ).nice(4);
  const ticks = x.ticks(4);
  return (
    <div className={styles['frame']}>
      <ul className={styles['rows']} aria-label={label} onKeyDown={moveBetweenTips}>
        {shown.map(({ label: name, value, place, note }, index) => (
          <li key={name} className={styles['row']}>
            <span className={styles['name']}>
              {place !== undefined && <VariantMark place={place} />}
              <span>
                {name}
                {note !== undefined && <span className={styles['note']}> {note}</span>}
              </span>
            </span>
            <Tip
              className={styles['track']}
              isFirst={index === 0}
              text={strings.results.plots.tip(name, figuresOf(value, unit), value.n)}
            >
              <svg aria-hidden className={styles['drawn']}>
                {ticks.map((tick) => (
                  <line key={tick} className={styles['grid']} {...vertical(x(tick))} />
                ))}
                <line className={styles['reference']} {...vertical(x(reference))} />
                <g style={place === undefined ? undefined : markStyle(place)}>
                  {value.interval !== null && (
                    <>
                      <line
                        className={styles['casing']}
                        {...horizontal(x(value.interval.low), x(value.interval.high))}
                      />
                      <line
                        className={styles['interval']}
                        {...horizontal(x(value.interval.low), x(value.interval.high))}
                      />
                    </>
                  )}
                  <svg x={`${x(value.estimate ?? 0)}%`} y="50%" overflow="visible">
                    <path className={styles['mark']} d={markPath(place ?? 0)} />
                  </svg>
                </g>
              </svg>
            </Tip>
            <span className={styles['figures']}>{figuresOf(value, unit)}</span>
          </li>
        ))}
        <li className={styles['foot']} aria-hidden>
          <Axis
            ticks={ticks.map((tick) => ({ at: x(tick), text: unit.tick(tick) }))}
            title={axis}
          />
        </li>
      </ul>
    </div>
  );
}

function vertical(at: number) {
  return { x1: `${at}%`, x2: `${at}%`, y1: '0', y2: '100%' };
}

function horizontal(from: number, to: number) {
  return { x1: `${from}%`, x2: `${to}%`, y1: '50%', y2: '50%' };
}

/** "63 % (54–71 %)". */
export function figuresOf({ estimate, interval }: ResultEstimate, unit: Unit): string {
  const figure = unit.value(estimate ?? 0);
  return interval === null ? figure : `${figure} (${unit.range(interval.low, interval.high)})`;
}
