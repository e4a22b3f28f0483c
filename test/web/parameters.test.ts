import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseParameters, readableText } from '../../src/web/variants/parameters-text.ts';
import { promptFields, withText } from '../../src/web/variants/prompt-fields.ts';

const PARAMETERS = {
  model: 'small',
  prompt_system: 'Be kind.',
  messages: [{ role: 'user', content: 'Ask {{question}}' }],
  stop: ['\n'],
};

describe('parameters', () => {
  test('show the strings that people write as text, at any depth', () => {
    const paths = promptFields(PARAMETERS, new Set()).map(({ path }) => path.join('.'));
    assert.deepEqual(paths, ['prompt_system', 'messages.0.content', 'stop.0']);
  });

  test('change one text and keep everything else, including the order of keys', () => {
    const changed = withText(PARAMETERS, { path: ['messages', '0', 'content'], text: 'new' });
    assert.deepEqual(changed, {
      ...PARAMETERS,
      messages: [{ role: 'user', content: 'new' }],
    });
    assert.deepEqual(Object.keys(changed), Object.keys(PARAMETERS));
  });

  test('are objects only', () => {
    for (const text of ['', '[]', 'null', '7', '{"a":}', '{"seed":12345678901234567890}']) {
      assert.equal(parseParameters(text).kind, 'invalid', text);
    }
    assert.equal(parseParameters('{}').kind, 'object');
  });

  test('are compared with every line of a prompt on its own line', () => {
    assert.equal(
      readableText({ a: 'one\ntwo', b: [1, {}], c: {} }),
      '{\n  "a": """\n    one\n    two\n  """,\n  "b": [\n    1,\n    {}\n  ],\n  "c": {}\n}',
    );
  });
});
