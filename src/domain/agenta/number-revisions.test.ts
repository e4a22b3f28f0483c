import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { numberRevisions } from './number-revisions.ts';
import { RowReader } from './row-reader.ts';

describe('numberRevisions', () => {
  const cases: readonly (readonly [
    given: readonly (string | null)[],
    numbers: readonly number[],
    noted: number,
  ])[] = [
    [['1', '2', '3'], [1, 2, 3], 0],
    [['3', '1'], [1, 3], 0],
    [['0', '1', '2'], [1, 2, 3], 3],
    [['1', '1', '2', '7'], [1, 2, 3, 7], 2],
    [[null, '-5', '2'], [1, 2, 3], 2],
    [['99999999999'], [1], 1],
  ];
  for (const [given, numbers, noted] of cases) {
    test(`makes ${numbers.join(', ')} of ${given.join(', ')}`, () => {
      const readers = given.map((revision, index) => {
        const id = `00000000-0000-4000-8000-00000000000${index}`;
        return new RowReader('app_variant_revisions', { id, revision });
      });
      assert.deepEqual(
        numberRevisions(readers).map(({ number }) => number),
        numbers,
      );
      assert.equal(readers.filter(({ notes }) => notes.length > 0).length, noted);
    });
  }
});
