import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rounds } from '../support/effort.ts';
import { FOLLOWED_SETTINGS, followAdvice } from './calibration/more-needed.ts';
import { atLeast } from './calibration/simulation.ts';

const REPEATS = rounds({ short: 80, long: 1000 });

describe('more_needed', () => {
  for (const setting of FOLLOWED_SETTINGS) {
    it(`settles at least 75 % of studies by its upper end: ${setting.name}`, (context) => {
      const { silent, byLow, byLikely, byHigh } = followAdvice(setting, REPEATS, 41);
      const rates = { silent, low: byLow, likely: byLikely, high: byHigh };
      const shown = Object.entries(rates).map(([name, { rate }]) => `${name} ${rate.toFixed(3)}`);
      context.diagnostic(shown.join(', '));
      assert.ok(atLeast(byHigh, 0.75), shown.join(', '));
    });
  }
});
