import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rounds } from '../support/effort.ts';
import { PLANNER_SETTINGS, plannerAgainstStudies } from './calibration/planner.ts';

const REPEATS = rounds({ short: 400, long: 4000 });

describe('the planner', () => {
  for (const setting of PLANNER_SETTINGS) {
    it(`gives the chance that whole studies have: ${setting.name}`, (context) => {
      const { planned, measured } = plannerAgainstStudies(setting, REPEATS, 31);
      const shown = `planned ${planned.rate}, measured ${measured.rate}`;
      context.diagnostic(shown);
      const error = Math.hypot(planned.errorAt(measured.rate), measured.errorAt(measured.rate));
      assert.ok(Math.abs(planned.rate - measured.rate) <= 0.03 + 2 * error, shown);
    });
  }
});
