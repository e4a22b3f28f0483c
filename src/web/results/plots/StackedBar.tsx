import { strings } from '../../strings.ts';
import { paintStyle } from './paint-style.ts';
import type { Paint } from './plot-colours.ts';
import styles from './StackedBar.module.css';
import { Tip } from './Tip.tsx';

export interface Part {
  readonly label: string;
  readonly count: number;
  readonly paint: Paint;
}

interface StackedBarProps {
  readonly parts: readonly Part[];
  /** Whether keyboard focus enters the plot at this bar. */
  readonly isFirst: boolean;
}

/** A bar divided by shares; gaps and labels separate parts of similar colours. */
export function StackedBar({ parts, isFirst }: StackedBarProps) {
  const all = parts.reduce((sum, { count }) => sum + count, 0);
  const shown = parts.filter(({ count }) => count > 0);
  return (
    <div className={styles['bar']}>
      {shown.map(({ label, count, paint }, index) => {
        const share = count / all;
        return (
          <Tip
            key={label}
            className={styles['part']}
            style={paintStyle(paint, { flexGrow: count })}
            isFirst={isFirst && index === 0}
            text={strings.results.plots.shareTip(label, count, share)}
          >
            <span aria-hidden className={styles['label']}>
              {strings.results.percent(share)}
            </span>
          </Tip>
        );
      })}
    </div>
  );
}

interface LegendProps {
  readonly parts: readonly { readonly label: string; readonly paint: Paint }[];
}

/** What each colour of a bar means, in the order of the bar. */
export function Legend({ parts }: LegendProps) {
  return (
    <ul className={styles['legend']}>
      {parts.map(({ label, paint }) => (
        <li key={label}>
          <span className={styles['swatch']} style={paintStyle(paint)} aria-hidden />
          <span>{label}</span>
        </li>
      ))}
    </ul>
  );
}
