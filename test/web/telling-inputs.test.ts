import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectedAmong, tellingOf } from '../../src/web/evaluations/telling-inputs.ts';

const rows = [
  { question: 'Capital of Peru?', hint: 'Lima', guess: 'Lima', correct_answer: 'Lima' },
  { question: 'Capital of Kenya?', hint: ' Nairobi ', guess: 'Mombasa', correct_answer: 'Nairobi' },
  { question: 'Capital of Japan?', hint: 'Tokyo', guess: 'Kyoto', correct_answer: 'Tokyo' },
  { question: 'Capital of nowhere?', hint: '', guess: '', correct_answer: '' },
];
const answers = { expected: 'correct_answer', outputs: ['terse'] };

test('the expected answer is the column of that name, else the one that reads like it', () => {
  assert.equal(expectedAmong(['reference', 'correct_answer']), 'correct_answer');
  assert.equal(expectedAmong(['question', 'reference']), 'reference');
  assert.equal(expectedAmong(['question', 'customer']), null);
});

test('a column tells by its name, or by repeating an answer in half of its rows', () => {
  assert.deepEqual(tellingOf('correct_answer', rows, answers), { kind: 'expected' });
  assert.deepEqual(tellingOf('terse', rows, answers), { kind: 'output' });
  const equal = { kind: 'equal', answer: 'correct_answer', equal: 3, rows: 3 };
  assert.deepEqual(tellingOf('hint', rows, answers), equal);
  assert.equal(tellingOf('guess', rows, answers), undefined);
  assert.equal(tellingOf('question', rows, answers), undefined);
});

test('empty cells are no answers', () => {
  const empty = [{ question: '', terse: '' }];
  assert.equal(tellingOf('question', empty, { expected: null, outputs: ['terse'] }), undefined);
});
