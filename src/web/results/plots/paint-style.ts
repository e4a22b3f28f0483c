import type { CSSProperties } from 'react';
import type { Paint, Themed } from './plot-colours.ts';

/** Hands a paint to the style sheets of plots, which know it as --fill and --ink. */
export function paintStyle({ fill, ink }: Paint, more: CSSProperties = {}): CSSProperties {
  // React's type knows no custom properties.
  return { '--fill': themed(fill), '--ink': themed(ink), ...more } as CSSProperties;
}

function themed({ light, dark }: Themed): string {
  return `light-dark(${light}, ${dark})`;
}
