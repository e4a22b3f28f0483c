import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { CallFault } from './failure-codes.ts';
import { renderTemplate } from './render-template.ts';

function render(template: string, inputs: Readonly<Record<string, string>> = {}) {
  const found: CallFault[] = [];
  const text = renderTemplate(template, new Map(Object.entries(inputs)), found);
  return { text, faults: found };
}

test('replaces names by inputs, with or without spaces', () => {
  const { text, faults } = render('{{a}}, {{ a }} and {{\tlong name\n}}', {
    a: 'x',
    'long name': 'y',
  });
  assert.equal(text, 'x, x and y');
  assert.deepEqual(faults, []);
});

test('accepts any name', () => {
  const inputs = { 'Ünï-cødé 🦦': '1', 'a.b[0]': '2', '#if': '3', ' padded ': '4', '"x"': '5' };
  const { text, faults } = render('{{Ünï-cødé 🦦}}{{a.b[0]}}{{#if}}{{ padded }}{{"x"}}', inputs);
  assert.equal(text, '12345');
  assert.deepEqual(faults, []);
});

test('leaves other braces alone, and has a notation for two of them', () => {
  const { text, faults } = render('{"a": {"b": {{v}}}} }} { {{{v}}} {{ "{{" }}v}} \\frac{1}{2}', {
    v: '1',
  });
  assert.equal(text, '{"a": {"b": 1}} }} { {1} {{v}} \\frac{1}{2}');
  assert.deepEqual(faults, []);
});

test('never renders inputs again', () => {
  const inputs = { a: '{{b}}', b: 'secret', c: '$& $1 $$ {{"{{"}}' };
  assert.equal(render('{{a}} {{c}}', inputs).text, '{{b}} $& $1 $$ {{"{{"}}');
});

test('knows only the names of inputs', () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'this', '.']) {
    const [fault] = render(`{{${name}}}`, { question: 'q' }).faults;
    assert.equal(fault?.code, 'template_variable_missing', name);
    const given = new Map([[name, 'a value']]);
    assert.equal(renderTemplate(`{{${name}}}`, given, []), 'a value');
  }
});

/** Templates that other engines would turn into 49, or into a way out of the template. */
const INJECTIONS = [
  '{{7*7}}',
  '{{= 7*7 }}',
  '{{{7*7}}}',
  '{% print(7*7) %}',
  '{%- set x = 7*7 -%}{{x}}',
  '<%= 7*7 %>',
  '<%- 7*7 %>',
  '#{7*7}',
  '*{7*7}',
  '@(7*7)',
  '$' + '{7*7}',
  '[[$' + '{7*7}]]',
  '$' + '{{7*7}}',
  '#set($x=7*7)$x',
  '<#assign x=7*7>$x',
  "{{constructor.constructor('return 7*7')()}}",
  "{{range.constructor('return 7*7')()}}",
  '{{self.__init__.__globals__}}',
  "{{''.__class__.__mro__[1].__subclasses__()}}",
  '{{#with "s" as |string|}}{{string.sub.constructor}}{{/with}}',
  '{{lookup __proto__ "constructor"}}',
  '{{> partial}}',
  '{{!-- comment --}}',
  '{{@root}}',
] as const;

test('runs nothing that other template engines would run', () => {
  for (const injection of INJECTIONS) {
    assert.equal(render('{{v}}', { v: injection }).text, injection);
    assert.equal(render(injection, { question: 'q' }).text, injection);
  }
});

test('names the missing variable, and lists the inputs', () => {
  const [fault] = render('{{contry}}', { country: 'Peru', capital: 'Lima' }).faults;
  assert.deepEqual(fault, {
    code: 'template_variable_missing',
    message:
      'The prompt names the variable "contry", which is not an input of the scenario. The inputs are: country, capital.',
  });
  assert.match(render('{{a}}').faults[0]?.message ?? '', /The scenario has no inputs\.$/);
  const many = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`c${index}`, '']));
  assert.match(render('{{a}}', many).faults[0]?.message ?? '', /c19 and 5 more\.$/);
  const long = render(`{{${'x'.repeat(100_000)}}}`).faults[0]?.message ?? '';
  assert.ok(long.length < 300, `${long.length} characters`);
});

test('refuses a template that cannot be read', () => {
  for (const template of ['{{', 'a {{ b', '{{a', '{{a}', '{{}}', '{{  }}', '{{a{{b}}']) {
    assert.equal(render(template, { a: '', b: '' }).faults[0]?.code, 'template_invalid', template);
  }
});

test('inserts any value unchanged, and changes nothing else', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string().filter(isPlain), (value, around) => {
      const { text, faults } = render(`${around}{{ v }}${around}`, { v: value });
      assert.equal(text, `${around}${value}${around}`);
      assert.deepEqual(faults, []);
    }),
  );
});

function isPlain(text: string): boolean {
  return !/[{}]/.test(text);
}
