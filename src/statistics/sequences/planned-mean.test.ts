import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tQuantileUpper } from '../numerics/distributions.ts';
import { createRandom } from '../numerics/random.ts';
import { biasAdjustedEffect } from './early-stop.ts';
import { lookCritical, lookTail } from './plan-boundary.ts';
import type { PathOptions } from './plan-path.ts';
import { plannedMean, traceMean } from './planned-mean.ts';

const MEAN: PathOptions = {
  alpha: 0.05,
  kind: 'mean',
  ends: null,
  reference: 0,
  equivalence: 0,
};
const RATE: PathOptions = { ...MEAN, kind: 'rate', ends: [0, 1], reference: 0.5 };

describe('the boundary of a plan', () => {
  it('is 2.2414 at the planned end and grows with the root of planned ÷ completed cases', () => {
    const at = (cases: number) => lookCritical({ cases, planned: 400, time: cases }, 0.05);
    assert.ok(Math.abs(at(400) - 2.2414) < 1e-4);
    assert.ok(Math.abs(at(100) - 2 * 2.2414) < 1e-3);
    assert.equal(at(9), Number.POSITIVE_INFINITY);
  });

  it('has only one look, at the end, where fewer than ten cases are planned', () => {
    const at = (cases: number) => lookTail({ cases, planned: 6, time: cases }, 0.05);
    assert.equal(at(5), 0);
    assert.ok(Math.abs(at(6) - 0.025) < 1e-12);
  });

  it('is wider after the plan than at its end', () => {
    const atEnd = lookCritical({ cases: 100, planned: 100, time: 100 }, 0.05);
    const later = lookCritical({ cases: 101, planned: 100, time: 101 }, 0.05);
    assert.ok(later > atEnd + 1, `${later}`);
  });
});

describe('the mean of planned cases', () => {
  it('is the mean with Student’s quantile at the tail of the look', () => {
    const random = createRandom(1);
    const values = Float64Array.from({ length: 40 }, () => random.normal());
    const found = plannedMean({ values, planned: 80, extended: null }, MEAN);
    const mean = values.reduce((sum, value) => sum + value, 0) / 40;
    const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    const tail = lookTail({ cases: 40, planned: 80, time: 40 }, 0.05);
    const half = tQuantileUpper(tail, 39) * Math.sqrt(squares / 39 / 40);
    assert.ok(Math.abs((found.estimate ?? 9) - mean) < 1e-12);
    assert.ok(Math.abs((found.interval?.high ?? 9) - mean - half) < 1e-12);
  });

  /** How often a fair coin is called unfair at any of the given numbers of cases. */
  function falseClaims(looks: readonly number[], planned: number, alpha: number): number {
    const most = Math.max(...looks);
    let claims = 0;
    for (let coin = 0; coin < 2 ** most; coin += 1) {
      const values = Float64Array.from({ length: most }, (_, at) => (coin >> at) & 1);
      const isClaimed = looks.some((cases) => {
        const extended = { values: values.subarray(0, cases), time: cases };
        return plannedMean({ values: extended.values, planned, extended }, { ...RATE, alpha })
          .settlement;
      });
      if (isClaimed) claims += 1;
    }
    return claims / 2 ** most;
  }

  it('calls a fair coin unfair within the error in plans below ten cases, counted exactly', () => {
    for (const alpha of [0.1, 0.05, 0.01]) {
      for (let planned = 1; planned < 10; planned += 1) {
        const share = falseClaims([planned], planned, alpha);
        assert.ok(share <= alpha, `${share} of ${planned} at ${alpha}`);
      }
    }
    assert.ok(falseClaims([9], 9, 0.05) >= 2 / 2 ** 9, 'nine of nine are enough');
  });

  it('… and when these are extended case by case', () => {
    for (const planned of [1, 4, 7]) {
      const looks = Array.from({ length: 12 - planned }, (_, more) => planned + more);
      const share = falseClaims(looks, planned, 0.05);
      assert.ok(share <= 1.2 * 0.05, `${share} of ${planned}`);
    }
  });

  it('is rarely settled by early cases where later ones prefer the other variant', () => {
    const random = createRandom(49);
    const studies = 400;
    let claims = 0;
    for (let study = 0; study < studies; study += 1) {
      const values = Float64Array.from({ length: 200 }, (_, at) =>
        random.uniform() < (at < 100 ? 0.7 : 0.3) ? 1 : 0,
      );
      if (plannedMean({ values, planned: 200, extended: null }, RATE).settlement) claims += 1;
    }
    // 5 % and three of its standard errors.
    assert.ok(claims / studies < 0.05 + 3 * Math.sqrt((0.05 * 0.95) / studies), `${claims}`);
  });

  it('rarely calls rare large differences too small to matter', () => {
    const random = createRandom(70);
    const options = { ...MEAN, ends: [-4, 4], equivalence: 0.2 } as const;
    const studies = 1000;
    for (const planned of [50, 70, 100]) {
      let claims = 0;
      for (let study = 0; study < studies; study += 1) {
        // Differs by 0.2 on average, just enough to matter.
        const values = Float64Array.from({ length: planned }, () =>
          random.uniform() < 0.05 ? -4 : 0,
        );
        const { settlement } = plannedMean({ values, planned, extended: null }, options);
        if (settlement?.word === 'equivalent') claims += 1;
      }
      // 5 % and three of its standard errors.
      const most = 0.05 + 3 * Math.sqrt((0.05 * 0.95) / studies);
      assert.ok(claims / studies < most, `${claims} of ${studies} with ${planned} cases`);
    }
  });

  it('is not certain even where all cases have the same value', () => {
    const same = new Float64Array(30).fill(1);
    const bounded = plannedMean(
      { values: same, planned: 30, extended: null },
      { ...MEAN, ends: [-4, 4] },
    );
    assert.ok((bounded.interval?.low ?? 9) < 0.9 && bounded.settlement?.word === 'better');
    const unbounded = plannedMean({ values: same, planned: 30, extended: null }, MEAN);
    assert.deepEqual([unbounded.interval, unbounded.settlement], [null, null]);
    const won = plannedMean({ values: same, planned: 300, extended: null }, RATE);
    assert.equal(won.settlement, null, 'too early in the plan');
  });

  it('leaves out cases without a value', () => {
    const values = Float64Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? i % 4 : Number.NaN));
    const found = plannedMean({ values, planned: 40, extended: null }, MEAN);
    assert.deepEqual([found.n, found.estimate], [20, 1]);
  });

  it('has the same last interval when it is traced', () => {
    const random = createRandom(2);
    const values = Float64Array.from({ length: 60 }, () => (random.uniform() < 0.8 ? 1 : 0));
    const whole = plannedMean({ values, planned: 60, extended: null }, RATE);
    const [early, last] = traceMean({ values, planned: 60 }, RATE, [5, 60]);
    assert.equal(early?.interval, null);
    assert.deepEqual(last?.interval, whole.interval);
    assert.equal(last?.settlement?.cases, whole.settlement?.cases);
  });

  it('keeps the settlement of the plan when the study is extended', () => {
    const values = Float64Array.from({ length: 120 }, (_, i) => (i < 50 || i % 3 === 0 ? 1 : 0));
    const planned = plannedMean({ values, planned: 60, extended: null }, RATE);
    const later = plannedMean({ values, planned: 60, extended: { values, time: 120 } }, RATE);
    assert.equal(planned.settlement?.word, 'better');
    assert.deepEqual(later.settlement, planned.settlement);
    assert.equal(later.n, 120);
  });
});

describe('the effect of an early stop', () => {
  it('recovers the drift of a motion on average', () => {
    // A motion with drift 3 that stops at 2.2414, in steps of a thousandth.
    const random = createRandom(5);
    const repeats = 2000;
    let shown = 0;
    let adjusted = 0;
    for (let r = 0; r < repeats; r += 1) {
      let place = 0;
      let step = 0;
      while (step < 1000 && place < 2.2414) {
        place += 3 / 1000 + random.normal() / Math.sqrt(1000);
        step += 1;
      }
      const fraction = step / 1000;
      const standardError = 1 / Math.sqrt(fraction);
      const effect = place / fraction;
      shown += effect / repeats;
      adjusted +=
        biasAdjustedEffect({ effect, standardError, fraction, critical: 2.2414 }) / repeats;
    }
    assert.ok(shown > 3.3, `${shown}`);
    assert.ok(Math.abs(adjusted - 3) < 0.15, `${adjusted}`);
  });

  it('keeps its sign and stays finite for large effects', () => {
    for (const effect of [-60, -2, 2, 60]) {
      const found = biasAdjustedEffect({ effect, standardError: 1, fraction: 0.5, critical: 2.24 });
      assert.ok(Number.isFinite(found) && Math.sign(found) * Math.sign(effect) >= 0, `${found}`);
      assert.ok(Math.abs(found) <= Math.abs(effect));
    }
  });
});
