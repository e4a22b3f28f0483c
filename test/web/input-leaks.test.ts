import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectedAmong, leakOf } from '../../src/web/evaluations/input-leaks.ts';

const rows = [
  { question: 'Capital of Peru?', hint: 'Lima', guess: 'Lima', correct_answer: 'Lima' },
  { question: 'Capital of Kenya?', hint: ' Nairobi ', guess: 'Mombasa', correct_answer: 'Nairobi' },
  { question: 'Capital of Japan?', hint: 'Tokyo', guess: 'Kyoto', correct_answer: 'Tokyo' },
  { question: 'Capital of nowhere?', hint: '', guess: '', correct_answer: '' },
];
const answers = { expected: 'correct_answer', outputs: ['terse'] };

test('the expected output is the column of that name, else the one whose name suggests it', () => {
  assert.equal(expectedAmong(['reference', 'correct_answer']), 'correct_answer');
  assert.equal(expectedAmong(['question', 'reference']), 'reference');
  assert.equal(expectedAmong(['question', 'customer']), null);
});

test('a column leaks an answer by its name, or by repeating it in half of the rows', () => {
  assert.deepEqual(leakOf('correct_answer', rows, answers), { kind: 'expected' });
  assert.deepEqual(leakOf('terse', rows, answers), { kind: 'output' });
  const equal = { kind: 'equal', answer: 'correct_answer', equal: 3, rows: 3 };
  assert.deepEqual(leakOf('hint', rows, answers), equal);
  assert.equal(leakOf('guess', rows, answers), undefined);
  assert.equal(leakOf('question', rows, answers), undefined);
});

test('empty cells are not answers', () => {
  const empty = [{ question: '', terse: '' }];
  assert.equal(leakOf('question', empty, { expected: null, outputs: ['terse'] }), undefined);
});
