import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject, JsonValue } from '../../contract/fields.ts';
import { readChatAnswer } from './read-chat-answer.ts';

function answerWith(message: JsonValue, rest: JsonObject = {}): JsonObject {
  return { choices: [{ message, finish_reason: 'stop' }, { message: 'other' }], ...rest };
}

function outputOf(message: JsonValue): string {
  const reading = readChatAnswer(answerWith(message));
  assert.ok('output' in reading, JSON.stringify(reading));
  return reading.output;
}

test('reads the text of the first choice', () => {
  assert.equal(outputOf({ role: 'assistant', content: 'Lima' }), 'Lima');
  const parts = [
    { type: 'text', text: 'Li' },
    { type: 'image' },
    3,
    { text: [{ text: 'x' }] },
    { type: 'text', text: 'ma' },
  ];
  assert.equal(outputOf({ content: parts }), 'Lima');
  assert.equal(outputOf({ content: 'a\u0000b' }), 'a\ufffdb');
});

test('reads a refusal or tool calls where there is no text', () => {
  assert.equal(outputOf({ content: null, refusal: 'I will not.' }), 'I will not.');
  assert.equal(outputOf({ content: [{ type: 'refusal', refusal: 'No.' }] }), 'No.');
  assert.equal(outputOf({ content: 'Yes.', refusal: null, tool_calls: [{ id: '1' }] }), 'Yes.');
  const call = { id: '1', type: 'function', function: { name: 'f', arguments: '{}' } };
  assert.equal(outputOf({ content: null, tool_calls: [call] }), JSON.stringify([call]));
});

test('keeps the usage, cost and finish reason that the answer states', () => {
  const usage = { prompt_tokens: 3, completion_tokens: 4, cost: 0.001 };
  assert.deepEqual(readChatAnswer(answerWith({ content: 'x' }, { usage })), {
    output: 'x',
    promptTokens: 3,
    completionTokens: 4,
    cost: 0.001,
    latencyMs: null,
    finishReason: 'stop',
  });
  const bare = readChatAnswer({ choices: [{ message: { content: 'x' }, finish_reason: 3 }] });
  assert.ok('output' in bare);
  assert.equal(bare.finishReason, null);
  assert.equal(bare.promptTokens, null);
});

test('refuses an empty message', () => {
  for (const message of [{}, { content: '' }, { content: null }, { content: [] }]) {
    assert.deepEqual(readChatAnswer(answerWith(message)), { fault: 'answer_empty' });
  }
});

test('refuses any other JSON', () => {
  const others = [null, 'x', [], {}, { choices: [] }, { choices: 'x' }, { choices: [{}] }];
  for (const answer of [...others, answerWith('x'), answerWith(null)]) {
    const reading = readChatAnswer(answer);
    assert.deepEqual(reading, { fault: 'answer_unreadable' }, JSON.stringify(answer));
  }
});

test('reads an error in place of choices as a failure of the provider', () => {
  assert.deepEqual(readChatAnswer({ error: { code: 502, message: 'down' } }), {
    fault: 'provider_error',
  });
});
