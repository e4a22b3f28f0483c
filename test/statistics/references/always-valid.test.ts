import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRandom } from '../../../src/statistics/numerics/random.ts';
import { stoppingDecision } from '../../../src/statistics/sequences/stopping.ts';
import { bettingConfidenceSequence, startBettingSequence } from './always-valid.ts';
import { betaMixtureEvidence } from './mixture-boundaries.ts';
import { betaMixtureSequence } from './mixture-sequences.ts';
import { settledBest } from './settled-best.ts';

describe('the betting confidence sequence', () => {
  const values = (p: number, n: number): number[] => {
    const random = createRandom(33);
    return Array.from({ length: n }, () =>
      random.uniform() < p ? 1 : random.uniform() < 0.2 ? 0.5 : 0,
    );
  };

  it('keeps the same capital on the grid as from the whole history', () => {
    const sequence = startBettingSequence();
    for (const x of values(0.55, 3000)) sequence.feed(x);
    const direct = sequence.logCapital(0.5);
    const summary = bettingConfidenceSequence(values(0.55, 3000));
    assert.ok(Math.abs(direct - summary.logEValue) < 1e-9);
    assert.ok(sequence.logPeakCapital() >= direct - 1e-9);
  });

  it('only narrows over time when intersected', () => {
    const sequence = startBettingSequence();
    let width = 1;
    for (const x of values(0.6, 400)) {
      sequence.feed(x);
      const range = sequence.runningInterval();
      const next = (range?.high ?? 1) - (range?.low ?? 0);
      assert.ok(next <= width + 1e-12);
      width = next;
    }
    assert.ok(width < 0.3);
  });

  it('does not depend on the scale of the observations', () => {
    const unit = bettingConfidenceSequence(values(0.7, 100));
    const likert = bettingConfidenceSequence(
      values(0.7, 100).map((x) => 1 + 4 * x),
      { range: [1, 5] },
    );
    assert.ok(Math.abs(1 + 4 * (unit.interval?.low ?? 0) - (likert.interval?.low ?? 0)) < 1e-9);
    assert.ok(Math.abs(unit.logEValue - likert.logEValue) < 1e-9);
  });

  it('survives ten thousand equal observations', () => {
    const result = bettingConfidenceSequence(Array.from({ length: 10_000 }, () => 1));
    assert.ok((result.interval?.low ?? 0) > 0.99);
    assert.equal(result.interval?.high, 1);
    assert.ok(Number.isFinite(result.logEValue));
  });
});

describe('the beta mixture', () => {
  it('has its interval where the evidence reaches 1/α', () => {
    const counts = { successes: 40, trials: 100 };
    const { interval } = betaMixtureSequence(counts);
    for (const end of [interval?.low ?? 0, interval?.high ?? 0]) {
      assert.ok(Math.abs(betaMixtureEvidence(counts, end) - Math.log(20)) < 1e-9);
    }
  });
});

describe('stopping', () => {
  const range = (low: number, high: number) => ({ low, high, confidence: 0.95 });

  const rules = { reference: 0.5, equivalence: 0.05 };

  it('stops for superiority and equivalence, and goes on otherwise', () => {
    const at = (low: number, high: number) => stoppingDecision(range(low, high), rules).reason;
    assert.equal(at(0.51, 0.7), 'better');
    assert.equal(at(0.2, 0.49), 'worse');
    assert.equal(at(0.46, 0.54), 'equivalent');
    assert.equal(at(0.4, 0.6), 'continue');
    assert.equal(at(0.49, 0.7), 'continue');
    assert.equal(at(0.3, 0.51), 'continue');
    assert.equal(stoppingDecision(null, rules).reason, 'continue');
  });

  it('says when a difference is real but too small to matter', () => {
    const decision = stoppingDecision(range(0.505, 0.54), rules);
    assert.deepEqual(decision, { reason: 'better', withinZone: true });
  });

  it('calls a variant best only when it beats every other one', () => {
    const above = range(0.6, 0.8);
    const open = range(0.45, 0.6);
    assert.equal(
      settledBest([
        [null, above, above],
        [null, null, null],
        [null, null, null],
      ]),
      0,
    );
    assert.equal(
      settledBest([
        [null, above, open],
        [null, null, null],
        [null, null, null],
      ]),
      null,
    );
  });
});
