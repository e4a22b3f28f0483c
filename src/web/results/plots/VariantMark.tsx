import { symbol, symbolsFill } from 'd3-shape';
import styles from './Plot.module.css';
import { paintStyle } from './paint-style.ts';
import { variantPaint } from './plot-colours.ts';

const AREA = 74;

interface VariantMarkProps {
  /** The variant's index in the evaluation. */
  readonly place: number;
}

/**
 * The mark of a variant in a legend or before its name. Shapes repeat after seven and colours after
 * eight, so 56 variants differ; in greyscale, the first seven differ by shape.
 */
export function VariantMark({ place }: VariantMarkProps) {
  return (
    <svg viewBox="-7 -7 14 14" aria-hidden className={styles['key']} style={markStyle(place)}>
      <path d={markPath(place)} className={styles['mark']} />
    </svg>
  );
}

export function markPath(place: number): string {
  const shape = symbolsFill[place % symbolsFill.length];
  return (shape === undefined ? symbol() : symbol(shape)).size(AREA)() ?? '';
}

export function markStyle(place: number) {
  return paintStyle(variantPaint(place));
}
