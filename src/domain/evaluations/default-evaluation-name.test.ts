import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defaultEvaluationName } from './default-evaluation-name.ts';

const variant = (name: string) => ({ name, configName: name.split('.').at(-1) ?? '' });

describe('defaultEvaluationName', () => {
  test('names the configs and the test set', () => {
    const variants = [variant('chat.concise'), variant('chat.baseline')];
    assert.equal(defaultEvaluationName(variants, 'refunds'), 'concise vs baseline on refunds');
  });

  test('uses variant names where two config names are equal', () => {
    const variants = [variant('chat.default'), variant('search.default')];
    assert.equal(
      defaultEvaluationName(variants, 'refunds'),
      'chat.default vs search.default on refunds',
    );
  });

  test('counts variants beyond the third', () => {
    const variants = ['a', 'b', 'c', 'd', 'e'].map(variant);
    assert.equal(defaultEvaluationName(variants, 'refunds'), 'a vs b vs c and 2 more on refunds');
  });

  test('keeps to the longest valid name', () => {
    const name = defaultEvaluationName([variant('😀'.repeat(100)), variant('b'.repeat(100))], 'x');
    assert.equal([...name].length, 128);
  });
});
