import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { quantile } from '../numerics/quantile.ts';
import { createRandom } from '../numerics/random.ts';
import { walshOrderStatistic } from './walsh-averages.ts';

describe('walshOrderStatistic', () => {
  it('equals the quantile of a list of all pairwise means, even with many equal ones and zeros', () => {
    const random = createRandom(21);
    for (const n of [61, 100, 257]) {
      const steps = Array.from({ length: n }, () => (random.below(11) - 4) / 2);
      const smooth = Array.from({ length: n }, () => random.normal());
      for (const values of [steps, smooth, steps.map((x) => x * 1e-9 + 1)]) {
        const sorted = [...values].sort((a, b) => a - b);
        const means = Float64Array.from(
          sorted.flatMap((a, i) => sorted.slice(i).map((b) => (a + b) / 2)),
        ).sort();
        for (const p of [0, 0.025, 0.3, 0.5, 0.975, 1]) {
          assert.equal(walshOrderStatistic(sorted, p), quantile(means, p), `${n} ${p}`);
        }
      }
    }
  });

  it('is exactly zero where thousands of differences are centred at zero', () => {
    const sorted = Array.from({ length: 3000 }, (_, i) => (i < 900 ? -2 : i < 2250 ? 0 : 3)).sort(
      (a, b) => a - b,
    );
    assert.equal(walshOrderStatistic(sorted, 0.5), 0);
  });
});
