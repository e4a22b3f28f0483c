/** A fill and the colour of text on it, each for light and dark pages. */
export interface Paint {
  readonly fill: Themed;
  readonly ink: Themed;
}

export interface Themed {
  readonly light: string;
  readonly dark: string;
}

/**
 * Okabe and Ito's palette in its original order, which colour-blind readers can distinguish
 * (jfly.uni-koeln.de/color). Black turns white on dark pages, where it would vanish.
 */
const OKABE_ITO: readonly Themed[] = [
  { light: '#000000', dark: '#ffffff' },
  same('#e69f00'),
  same('#56b4e9'),
  same('#009e73'),
  same('#f0e442'),
  same('#0072b2'),
  same('#d55e00'),
  same('#cc79a7'),
];

function same(colour: string): Themed {
  return { light: colour, dark: colour };
}

/** The colour of a variant, by its index in the evaluation, never in a sorted list. */
export function variantPaint(place: number): Paint {
  const { light, dark } = OKABE_ITO[place % OKABE_ITO.length] ?? same('#000000');
  return paintOf(light, dark);
}

const LOWEST: Themed = { light: '#e3efe8', dark: '#22352c' };
const HIGHEST: Themed = { light: '#0b4a30', dark: '#b5f0d1' };

/** One ramp for all scores, ordered by lightness for print and for colour-blind readers. */
export function rampPaint(step: number, steps: number): Paint {
  const share = steps < 2 ? 1 : step / (steps - 1);
  return paintOf(mix(LOWEST.light, HIGHEST.light, share), mix(LOWEST.dark, HIGHEST.dark, share));
}

/** Outcomes without a winner. */
export const NEUTRAL: readonly [Paint, Paint] = [
  paintOf('#d5dbd8', '#4a534e'),
  paintOf('#a9b1ad', '#2c3430'),
];

function paintOf(light: string, dark: string): Paint {
  return { fill: { light, dark }, ink: { light: inkOn(light), dark: inkOn(dark) } };
}

function inkOn(fill: string): string {
  return contrast(fill, '#000000') >= contrast(fill, '#ffffff') ? '#000000' : '#ffffff';
}

/** Contrast as WCAG 2 defines it, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Red, green and blue from 0 to 1. */
export function channels(colour: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
}

function mix(from: string, to: string, share: number): string {
  const ends = channels(to);
  const parts = channels(from).map((value, at) => value + ((ends[at] ?? 0) - value) * share);
  return `#${parts.map((value) => hex(Math.round(255 * value))).join('')}`;
}

function hex(value: number): string {
  return value.toString(16).padStart(2, '0');
}
