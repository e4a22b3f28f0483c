import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { tasksOfScenario, tasksPerScenario } from './pair-design.ts';

const pairCount = (variants: number) => (variants * (variants - 1)) / 2;

describe('tasksOfScenario', () => {
  test('scores every variant once', () => {
    const request = { kind: 'scoring', variantCount: 3, pairsPerScenario: 1 } as const;
    assert.deepEqual(tasksOfScenario(request, 7), [
      { first: 0, second: null },
      { first: 1, second: null },
      { first: 2, second: null },
    ]);
  });

  test('compares two variants in one pair, whatever `pairsPerScenario` is', () => {
    for (const pairsPerScenario of [null, 1, 45]) {
      const request = { kind: 'comparison', variantCount: 2, pairsPerScenario } as const;
      assert.deepEqual(tasksOfScenario(request, 3), [{ first: 0, second: 1 }]);
    }
  });

  test('names every pair once, the smaller place first, without `pairsPerScenario`', () => {
    for (let variantCount = 2; variantCount <= 10; variantCount += 1) {
      const request = { kind: 'comparison', variantCount, pairsPerScenario: null } as const;
      const pairs = tasksOfScenario(request, 5);
      assert.equal(pairs.length, pairCount(variantCount));
      assert.equal(
        new Set(pairs.map(({ first, second }) => `${first}-${second}`)).size,
        pairs.length,
      );
      for (const { first, second } of pairs) {
        assert.ok(second !== null && first < second && second < variantCount);
      }
    }
  });

  test('keeps the counts of pairs within one of each other over any number of scenarios', () => {
    for (let variantCount = 3; variantCount <= 10; variantCount += 1) {
      const all = pairCount(variantCount);
      for (let perScenario = 1; perScenario <= all; perScenario += 1) {
        const request = {
          kind: 'comparison',
          variantCount,
          pairsPerScenario: perScenario,
        } as const;
        assert.equal(tasksPerScenario(request), perScenario);
        const counts = new Map<string, number>();
        for (let turn = 0; turn < 2 * all; turn += 1) {
          const pairs = tasksOfScenario(request, turn).map(
            ({ first, second }) => `${first}-${second}`,
          );
          assert.equal(new Set(pairs).size, perScenario, 'no pair twice in a scenario');
          for (const pair of pairs) counts.set(pair, (counts.get(pair) ?? 0) + 1);
          const least = counts.size < all ? 0 : Math.min(...counts.values());
          const label = `${variantCount} variants, ${perScenario} pairs, ${turn + 1} scenarios`;
          assert.ok(Math.max(...counts.values()) - least <= 1, label);
        }
      }
    }
  });

  test('shares no variant between the pairs of one round', () => {
    for (const variantCount of [4, 6, 8, 10]) {
      const pairsPerScenario = variantCount / 2;
      const request = { kind: 'comparison', variantCount, pairsPerScenario } as const;
      const seen = tasksOfScenario(request, 0).flatMap(({ first, second }) => [first, second]);
      assert.equal(new Set(seen).size, variantCount);
    }
  });
});
