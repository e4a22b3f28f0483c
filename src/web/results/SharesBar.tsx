import { strings } from '../strings.ts';
import type { Count } from './count.ts';
import styles from './SharesBar.module.css';

const WIDTH = 800;
const HEIGHT = 30;
/** Narrower parts have no room for their text. */
const LEAST_LABELLED = 44;

interface SharesBarProps {
  readonly label: string;
  readonly parts: readonly Count[];
}

/** One bar, divided by shares, with a legend under it. */
export function SharesBar({ label, parts }: SharesBarProps) {
  const all = parts.reduce((sum, { count }) => sum + count, 0);
  let x = 0;
  const placed = parts.map((part, index) => {
    const width = (WIDTH * part.count) / all;
    x += width;
    return { ...part, index, width, x: x - width, share: part.count / all };
  });
  return (
    <figure className={styles['figure']}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={label}
        className={styles['bar']}
      >
        {placed.map(({ index, width, x: left, share }) => (
          <g key={index} data-part={index % PARTS}>
            <rect x={left} width={Math.max(0, width - 1)} height={HEIGHT} rx={3} />
            {width >= LEAST_LABELLED && (
              <text x={left + width / 2} y={HEIGHT / 2} dominantBaseline="central">
                {strings.results.percent(share)}
              </text>
            )}
          </g>
        ))}
      </svg>
      <figcaption className={styles['legend']}>
        {placed.map(({ index, label: text, count, share }) => (
          <span key={index}>
            <svg viewBox="0 0 10 10" aria-hidden className={styles['key']}>
              <g data-part={index % PARTS}>
                <rect width={10} height={10} rx={2} />
              </g>
            </svg>
            {text}: {count} ({strings.results.percent(share)})
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

/** The number of colours in the style sheet. */
const PARTS = 6;
