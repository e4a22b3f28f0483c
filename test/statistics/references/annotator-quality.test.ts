import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { goldAccuracy, shrunkSeverity } from './annotator-quality.ts';

describe('annotator quality', () => {
  it('flags gold accuracy only when the whole interval is below the floor', () => {
    assert.equal(goldAccuracy({ correct: 2, n: 4 }, { floor: 0.8 }).belowFloor, false);
    assert.equal(goldAccuracy({ correct: 20, n: 40 }, { floor: 0.8 }).belowFloor, true);
  });

  it('shrinks the severity of annotators with few scores most', () => {
    const shrunk = shrunkSeverity([
      { annotator: 'many', effect: 1, variance: 0.01 },
      { annotator: 'few', effect: 1.2, variance: 2 },
      { annotator: 'other', effect: -1, variance: 0.01 },
      { annotator: 'another', effect: -0.9, variance: 0.01 },
    ]);
    const effect = (name: string): number => shrunk.find((s) => s.annotator === name)?.effect ?? 0;
    assert.ok(effect('many') > 0.95);
    assert.ok(effect('few') < 0.8);
  });
});
