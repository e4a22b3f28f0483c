import styles from './Plot.module.css';

interface AxisProps {
  readonly ticks: readonly { readonly at: number; readonly text: string }[];
  readonly title?: string | undefined;
}

/** Tick labels under a plot, at percentages of its width, and a title. */
export function Axis({ ticks, title }: AxisProps) {
  return (
    <div className={styles['axis']}>
      <div className={styles['ticks']}>
        {withRoom(ticks).map(({ at, text }) => (
          <span key={at} style={{ left: `${at}%`, transform: `translateX(${-shift(at)}%)` }}>
            {text}
          </span>
        ))}
      </div>
      {title !== undefined && <div className={styles['title']}>{title}</div>}
    </div>
  );
}

/** In percent of the width: closer labels would overlap on a phone. */
const LEAST_GAP = 15;

function withRoom(ticks: AxisProps['ticks']): AxisProps['ticks'] {
  let last = Number.NEGATIVE_INFINITY;
  return ticks.filter(({ at }) => {
    if (at - last < LEAST_GAP) return false;
    last = at;
    return true;
  });
}

/** Labels at the ends shift inwards to stay within the plot. */
function shift(at: number): number {
  if (at < 4) return 0;
  return at > 96 ? 100 : 50;
}
