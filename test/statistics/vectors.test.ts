import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { runPublished, runVector, type Vector } from './vector-adapters/run-vector.ts';

const read = (file: string): readonly Vector[] =>
  JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
const vectors = [...read('stat-vectors.json'), ...read('cross-check-vectors.json')];

describe('reference vectors', () => {
  for (const vector of vectors) {
    it(`${vector.id} ${vector.method} equals ${vector.source ?? vector.name}`, (context) => {
      const result = runVector(vector);
      context.diagnostic(`difference ${result.difference.toExponential(2)} at ${result.at}`);
      assert.equal(
        result.status,
        'pass',
        `${vector.method} (${vector.source}): off by ${result.difference} at ${result.at}, tolerance ${vector.tolerance}`,
      );
    });
  }
});

describe('figures as printed in the sources', () => {
  for (const vector of vectors.filter((v) => v.published !== undefined)) {
    it(`${vector.id} ${vector.method} prints as in ${vector.source ?? vector.name}`, () => {
      const result = runPublished(vector);
      assert.equal(result?.status, 'pass', `off by ${result?.difference} at ${result?.at}`);
    });
  }
});
