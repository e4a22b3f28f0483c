import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { effectiveVotes } from '../../../src/statistics/planning/effective-votes.ts';
import { pairedSd, tTestDetectable, tTestPower, tTestSampleSize } from './power.ts';
import { signTestPower, signTestSampleSize } from './sign-test-power.ts';

describe('planning', () => {
  it('gives the decisive votes that the exact sign test needs', () => {
    // First n with 80 % power at two-sided 5 %, by enumeration.
    const known = [
      [0.55, 786],
      [0.6, 199],
      [0.65, 90],
      [0.7, 49],
    ] as const;
    for (const [p, n] of known) assert.equal(signTestSampleSize(p, 0.8).sampleSize, n);
    assert.equal(signTestSampleSize(0.7, 0.8, { tieShare: 0.3 }).sampleSize, 70);
  });

  it('finds the first size that reaches the power, wherever the search begins', () => {
    for (const p of [0.62, 0.75, 0.9]) {
      for (const power of [0.6, 0.9]) {
        let first = 1;
        while ((signTestPower(p, first).power ?? 0) < power) first += 1;
        assert.equal(signTestSampleSize(p, power).sampleSize, first, `${p} ${power}`);
      }
    }
  });

  it('is symmetric in the direction of the effect', () => {
    const up = signTestPower(0.63, 73).power ?? 0;
    const down = signTestPower(0.37, 73).power ?? 1;
    assert.ok(Math.abs(up - down) < 1e-12);
    for (const alternative of ['two-sided', 'one-sided'] as const) {
      assert.ok((signTestPower(0.63, 73, { alternative }).power ?? 0) >= up);
    }
  });

  it('solves for size and difference as inverses of the power', () => {
    const design = { sd: 1.3, kind: 'paired' as const };
    const n = tTestSampleSize({ ...design, delta: 0.4 }, 0.9).sampleSize ?? 0;
    assert.ok(Math.abs((tTestPower({ ...design, delta: 0.4 }, n).power ?? 0) - 0.9) < 1e-9);
    assert.ok(Math.abs((tTestDetectable(design, n, { power: 0.9 }).estimate ?? 0) - 0.4) < 1e-9);
  });

  it('discounts votes that repeat a case', () => {
    assert.ok(Math.abs(effectiveVotes(3, 3, 0.3) - 1.875) < 1e-12);
    assert.equal(pairedSd(1, 1, 1), 0);
  });
});
