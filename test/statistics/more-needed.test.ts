import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { IS_LONG, rounds } from '../support/effort.ts';
import { ENDS, FOLLOWED_SETTINGS, followAdvice } from './calibration/more-needed.ts';
import { atLeast } from './calibration/simulation.ts';

const REPEATS = rounds({ short: 80, long: 1000 });

describe('more_needed', () => {
  for (const setting of FOLLOWED_SETTINGS) {
    it(`settles at least 75 % of studies by its upper end: ${setting.name}`, (context) => {
      // docs/statistics/power.md shows the other ends too, for which nothing is promised.
      const to = IS_LONG ? ENDS : (['high'] as const);
      const { silent, settledBy } = followAdvice(setting, { repeats: REPEATS, seed: 41, to });
      const rates = [
        `silent ${silent.rate.toFixed(3)}`,
        ...to.map((end) => `${end} ${settledBy(end).rate.toFixed(3)}`),
      ];
      context.diagnostic(rates.join(', '));
      assert.ok(atLeast(settledBy('high'), 0.75), rates.join(', '));
    });
  }
});
