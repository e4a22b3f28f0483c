import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallFault } from '../../src/domain/outputs/failure-codes.ts';
import { renderTemplate } from '../../src/domain/outputs/render-template.ts';
import { namesInPrompts } from '../../src/web/outputs/names-in-prompts.ts';

test('finds the names in all texts, without repeats', () => {
  const parameters = {
    model: 'small',
    temperature: 0.2,
    prompt_system: 'Write {{"{{"}} and {{ customer }} in {{}} braces {{',
    messages: [{ role: 'user', content: [{ type: 'text', text: '{{question}} {{customer}}' }] }],
  };
  assert.deepEqual(namesInPrompts(parameters), ['customer', 'question']);
  assert.deepEqual(namesInPrompts({ prompt_user: 'none' }), []);
  assert.deepEqual(namesInPrompts(null), []);
});

test('finds the same names as rendering does', () => {
  const parts = ['{{', '}}', '{', '}', 'a', ' b ', '"{{"', '{{c}}', '\n'];
  for (const first of parts) {
    for (const second of parts) {
      for (const third of parts) {
        const template = `${first}${second}${third}{{a}}`;
        const faults: CallFault[] = [];
        renderTemplate(template, new Map(), faults);
        const missing = faults.flatMap(({ code, message }) =>
          code === 'template_variable_missing'
            ? [/variable "(.*)", which/s.exec(message)?.[1]]
            : [],
        );
        assert.deepEqual(namesInPrompts(template), [...new Set(missing)], template);
      }
    }
  }
});
