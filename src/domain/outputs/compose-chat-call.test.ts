import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../contract/fields.ts';
import { composeChatCall } from './compose-chat-call.ts';

const INPUTS = [
  { input_name: 'country', input_value: 'Peru' },
  { input_name: 'picture', input_value: 'https://pictures.example/1.png' },
];

function bodyOf(parameters: JsonObject): unknown {
  const composed = composeChatCall(parameters, INPUTS);
  assert.ok('body' in composed, JSON.stringify(composed));
  return JSON.parse(composed.body);
}

function faultOf(parameters: JsonObject): string {
  const composed = composeChatCall(parameters, INPUTS);
  assert.ok('fault' in composed, JSON.stringify(composed));
  assert.equal(composed.fault.code, 'template_invalid');
  return composed.fault.message;
}

test('turns the two prompts into messages', () => {
  const parameters = {
    model: 'small',
    prompt_system: 'Be brief.',
    prompt_user: 'The capital of {{country}}?',
  };
  assert.deepEqual(bodyOf(parameters), {
    model: 'small',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'The capital of Peru?' },
    ],
  });
  const { messages } = bodyOf({ ...parameters, prompt_system: '', messages: [] }) as JsonObject;
  assert.deepEqual(messages, [{ role: 'user', content: 'The capital of Peru?' }]);
});

test('keeps messages as they are, with inputs filled into every text', () => {
  const messages = [
    { role: 'developer', content: 'About {{country}}.' },
    { role: 'user', name: 'guide', content: 'Hello' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Is this {{country}}?' },
        { type: 'image_url', image_url: { url: '{{picture}}', detail: 'low' } },
      ],
    },
  ];
  assert.deepEqual(bodyOf({ model: 'small', messages }), {
    model: 'small',
    messages: [
      { role: 'developer', content: 'About Peru.' },
      { role: 'user', name: 'guide', content: 'Hello' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Is this Peru?' },
          {
            type: 'image_url',
            image_url: { url: 'https://pictures.example/1.png', detail: 'low' },
          },
        ],
      },
    ],
  });
});

test('passes on the settings of chat endpoints, and nothing else', () => {
  const settings = {
    temperature: 0,
    top_p: 0.5,
    max_tokens: 10,
    max_completion_tokens: 11,
    stop: ['\n'],
    seed: 1,
    response_format: { type: 'json_object' },
    frequency_penalty: 0.1,
    presence_penalty: 0.2,
  };
  const unknown = { stream: true, n: 5, tools: [], user: 'x', api_key: 'x', seed: null };
  const prompt = { model: 'small', prompt_user: 'x' };
  assert.deepEqual(bodyOf({ ...prompt, ...unknown, ...settings }), {
    model: 'small',
    messages: [{ role: 'user', content: 'x' }],
    ...settings,
  });
  assert.deepEqual(Object.keys(bodyOf({ ...prompt, ...unknown }) as JsonObject), [
    'model',
    'messages',
  ]);
});

test('names what is missing or wrong in the parameters', () => {
  const prompt = { prompt_user: 'x' };
  assert.match(faultOf(prompt), /no model/);
  assert.match(faultOf({ ...prompt, model: ' ' }), /no model/);
  assert.match(faultOf({ ...prompt, model: 3 }), /no model/);
  const model = 'small';
  assert.match(faultOf({ model }), /no prompt/);
  assert.match(faultOf({ model, prompt_user: '', messages: [] }), /no prompt/);
  assert.match(faultOf({ model, prompt_user: 3 }), /must be text/);
  assert.match(faultOf({ ...prompt, model, messages: [{ role: 'user', content: 'x' }] }), /both/);
  for (const messages of ['x', {}, [null], ['x'], [[]], [{ role: 'user' }], [{ content: 'x' }]]) {
    assert.match(faultOf({ model, messages }), /must be a list/, JSON.stringify(messages));
  }
});

test('names the missing variable, in a prompt or a part of a message', () => {
  const parameters = [
    { prompt_system: '{{x}}', prompt_user: 'x' },
    { messages: [{ role: 'user', content: [{ type: 'text', text: '{{x}}' }] }] },
  ];
  for (const prompt of parameters) {
    const composed = composeChatCall({ model: 'small', ...prompt }, INPUTS);
    assert.ok('fault' in composed);
    assert.equal(composed.fault.code, 'template_variable_missing');
    assert.match(composed.fault.message, /"x".*country, picture/);
  }
});
