import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  channels,
  contrast,
  NEUTRAL,
  type Paint,
  rampPaint,
  variantPaint,
} from '../../src/web/results/plots/plot-colours.ts';

type Linear = readonly number[];

/** Vision without one kind of cone: Machado, Oliveira and Fernandes (2009), severity 1. */
const SEEN_BY: Record<string, readonly Linear[]> = {
  'full colour vision': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function linear(colour: string): Linear {
  return channels(colour).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
}

function times(matrix: readonly Linear[], vector: Linear): Linear {
  return matrix.map((row) => row.reduce((sum, value, at) => sum + value * (vector[at] ?? 0), 0));
}

/** CIE L*a*b* under D65, where a distance of about 2 is just visible. */
function lab(rgb: Linear): Linear {
  const xyz = times(
    [
      [0.4124564, 0.3575761, 0.1804375],
      [0.2126729, 0.7151522, 0.072175],
      [0.0193339, 0.119192, 0.9503041],
    ],
    rgb.map((value) => Math.min(1, Math.max(0, value))),
  );
  const white = [0.95047, 1, 1.08883];
  const [x = 0, y = 0, z = 0] = xyz.map((value, at) => {
    const share = value / (white[at] ?? 1);
    return share > 216 / 24389 ? Math.cbrt(share) : (24389 / 27 / 116) * share + 16 / 116;
  });
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function distance(one: string, other: string, vision: readonly Linear[]): number {
  const [first, second] = [one, other].map((colour) => lab(times(vision, linear(colour))));
  return Math.hypot(...(first ?? []).map((value, at) => value - (second?.[at] ?? 0)));
}

const THEMES = ['light', 'dark'] as const;
const PLACES = Array.from({ length: 8 }, (_, place) => place);

function allPaints(): readonly Paint[] {
  const ramps = [2, 3, 5, 7, 11].flatMap((steps) =>
    Array.from({ length: steps }, (_, step) => rampPaint(step, steps)),
  );
  return [...PLACES.map(variantPaint), ...ramps, ...NEUTRAL];
}

describe('the colours of plots', () => {
  for (const [name, vision] of Object.entries(SEEN_BY)) {
    test(`distinguish eight variants with ${name}, light and dark`, () => {
      for (const theme of THEMES) {
        for (const one of PLACES) {
          for (const other of PLACES.slice(one + 1)) {
            const [first, second] = [variantPaint(one), variantPaint(other)];
            const apart = distance(first.fill[theme], second.fill[theme], vision);
            assert.ok(apart >= 9, `${theme}: ${one} and ${other} are ${apart.toFixed(1)} apart`);
          }
        }
      }
    });
  }

  test('depend only on the index of a variant in the evaluation', () => {
    assert.equal(variantPaint(1).fill.light, '#e69f00');
    assert.deepEqual(variantPaint(1), variantPaint(9));
  });

  test('give text on every fill a contrast of at least 4.5, light and dark', () => {
    for (const { fill, ink } of allPaints()) {
      for (const theme of THEMES) {
        const ratio = contrast(fill[theme], ink[theme]);
        assert.ok(ratio >= 4.5, `${ink[theme]} on ${fill[theme]}: ${ratio.toFixed(2)}`);
      }
    }
  });

  test('order scores by lightness', () => {
    for (const steps of [2, 3, 5, 7, 11]) {
      for (const theme of THEMES) {
        const ratios = Array.from({ length: steps }, (_, step) =>
          contrast(rampPaint(step, steps).fill[theme], theme === 'light' ? '#ffffff' : '#000000'),
        );
        for (const [step, value] of ratios.entries()) {
          assert.ok(value > (ratios[step - 1] ?? 0), `${theme}, step ${step} of ${steps}`);
        }
      }
    }
  });

  test('are outlined with a contrast of at least 3 to the page', () => {
    // --control-line and --text of styles/tokens.css on --bg.
    for (const [line, page] of [
      ['#858d89', '#ffffff'],
      ['#6d7772', '#0f1211'],
      ['#171b19', '#ffffff'],
      ['#e7ebe9', '#0f1211'],
    ] as const) {
      assert.ok(contrast(line, page) >= 3, `${line} on ${page}`);
    }
  });
});
