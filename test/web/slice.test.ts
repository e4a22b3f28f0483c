import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SliceResult } from '../../src/contract/results.ts';
import { isInSlice, isNarrow, sliceChoiceOf } from '../../src/web/results/slice.ts';

const FRENCH = [{ input_name: 'language', input_value: 'fr' }];

// Of a slice only these two are read.
const SLICES = [
  { label: 'fr', pooled: false },
  { label: 'other', pooled: true },
] as SliceResult[];

describe('a slice', () => {
  test('holds the scenarios with its value', () => {
    assert.ok(isInSlice(FRENCH, { input: 'language', value: 'fr' }, SLICES));
    assert.ok(!isInSlice(FRENCH, { input: 'language', value: 'de' }, SLICES));
    assert.ok(!isInSlice(FRENCH, { input: 'topic', value: 'fr' }, SLICES));
  });

  test('of all other values holds those without a slice of their own', () => {
    const others = { input: 'language', others: true };
    assert.ok(!isInSlice(FRENCH, others, SLICES));
    assert.ok(isInSlice([{ input_name: 'language', input_value: 'da' }], others, SLICES));
    // The name of the group is a value like any other.
    assert.ok(isInSlice([{ input_name: 'language', input_value: 'other' }], others, SLICES));
    assert.ok(!isInSlice([], others, SLICES));
  });

  test('without a value holds everything', () => {
    assert.ok(isInSlice(FRENCH, { input: 'language' }, SLICES));
    assert.ok(isInSlice([], {}, []));
  });

  test('is read from the address, whatever that says', () => {
    assert.deepEqual(sliceChoiceOf({}), {});
    assert.deepEqual(sliceChoiceOf({ value: 'fr' }), {});
    assert.deepEqual(sliceChoiceOf({ input: 'a', value: 'b', others: true }), {
      input: 'a',
      value: 'b',
    });
    assert.deepEqual(sliceChoiceOf({ input: 'a', value: 3, others: 'x' }), { input: 'a' });
    assert.ok(isNarrow(sliceChoiceOf({ input: 'a', others: true })));
    assert.ok(!isNarrow({ input: 'a' }));
  });
});
