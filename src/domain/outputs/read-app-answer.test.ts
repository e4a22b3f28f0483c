import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonValue } from '../../contract/fields.ts';
import { readAppAnswer } from './read-app-answer.ts';

function outputOf(answer: JsonValue): string {
  const reading = readAppAnswer(answer);
  assert.ok('output' in reading, JSON.stringify(reading));
  return reading.output;
}

test('reads text, messages and any other JSON as outputs', () => {
  assert.equal(outputOf('Lima'), 'Lima');
  assert.equal(outputOf({ message: 'Lima', cost: 1 }), 'Lima');
  assert.equal(outputOf({ message: { city: 'Lima' } }), '{"city":"Lima"}');
  assert.equal(outputOf({ city: 'Lima', in: ['Peru'] }), '{"city":"Lima","in":["Peru"]}');
  assert.equal(outputOf(false), 'false');
  assert.equal(outputOf(0), '0');
});

test('replaces characters that databases cannot store', () => {
  assert.equal(outputOf('a\u0000b\ud800c'), 'a\ufffdb\ufffdc');
});

test('refuses an empty answer', () => {
  for (const answer of ['', null, { message: '' }, { message: null }]) {
    assert.deepEqual(readAppAnswer(answer), { fault: 'answer_empty' });
  }
});

test('refuses an answer that is nested too deeply to be stored', () => {
  const depth = 100_000;
  const nested = `${'{"1":1,"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const answer: JsonValue = JSON.parse(nested);
  assert.deepEqual(readAppAnswer(answer), { fault: 'answer_unreadable' });
});

test('keeps the usage, cost and latency that the app states', () => {
  const usage = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 };
  assert.deepEqual(readAppAnswer({ message: 'Lima', cost: 0.25, latency: 1.2346, usage }), {
    output: 'Lima',
    promptTokens: 3,
    completionTokens: 4,
    cost: 0.25,
    latencyMs: 1235,
    finishReason: null,
  });
});

test('leaves out impossible numbers', () => {
  const nothing = { promptTokens: null, completionTokens: null, cost: null, latencyMs: null };
  for (const value of [-1, '3', null, 1e300, [], {}, true]) {
    const usage = { prompt_tokens: value, completion_tokens: value };
    assert.deepEqual(
      readAppAnswer({ message: 'x', cost: value, latency: value, usage }),
      { output: 'x', finishReason: null, ...nothing },
      JSON.stringify(value),
    );
  }
  const reading = readAppAnswer({ message: 'x', usage: { prompt_tokens: 1.5 } });
  assert.ok('output' in reading && reading.promptTokens === null);
});
