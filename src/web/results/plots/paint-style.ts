import type { CSSProperties } from 'react';
import type { Paint, Themed } from './plot-colours.ts';

/** Passes a paint to the style sheets of plots as --fill and --ink. */
export function paintStyle({ fill, ink }: Paint, more: CSSProperties = {}): CSSProperties {
  // React's type has no custom properties.
  return { '--fill': themed(fill), '--ink': themed(ink), ...more } as CSSProperties;
}

function themed({ light, dark }: Themed): string {
  return `light-dark(${light}, ${dark})`;
}
