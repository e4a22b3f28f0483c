import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRandom } from '../../../src/statistics/numerics/random.ts';
import { dawidSkene } from './dawid-skene.ts';

describe('dawidSkene', () => {
  const random = createRandom(5);
  const truth = Array.from({ length: 200 }, () => random.below(3));
  const accuracy = [0.9, 0.8, 0.7, 0.4];
  const responses = truth.flatMap((t, item) =>
    accuracy.map((a, annotator) => ({
      item,
      annotator,
      label: random.uniform() < a ? t : (t + 1 + random.below(2)) % 3,
    })),
  );
  const shape = { items: 200, annotators: 4, categories: 3 };

  it('never lets the log-likelihood fall without smoothing', () => {
    const { logLikelihoods } = dawidSkene(responses, shape, { smoothing: 0 });
    logLikelihoods.forEach((value, i) => {
      if (i > 0) assert.ok(value >= (logLikelihoods[i - 1] ?? 0) - 1e-9);
    });
  });

  it('orders annotators by their true accuracy, in both forms', () => {
    for (const model of ['full', 'one-coin'] as const) {
      const { errorRates } = dawidSkene(responses, shape, { model });
      const diagonal = errorRates.map(
        (rows) => rows.reduce((sum, row, t) => sum + (row[t] ?? 0), 0) / 3,
      );
      assert.deepEqual(
        [...diagonal].sort((a, b) => b - a),
        diagonal,
      );
    }
  });

  it('gives the one-coin form equal errors off the diagonal', () => {
    const { errorRates } = dawidSkene(responses, shape, { model: 'one-coin' });
    for (const rows of errorRates) {
      assert.ok(Math.abs((rows[0]?.[1] ?? 0) - (rows[2]?.[0] ?? 1)) < 1e-12);
      assert.ok(Math.abs((rows[0]?.[0] ?? 0) - (rows[1]?.[1] ?? 1)) < 1e-12);
    }
  });
});
