import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hintAbout, KNOWN_PARAMETERS } from '../../src/web/editor/known-parameters.ts';

test('hints appear only for values that providers would refuse', () => {
  const right: [string, unknown][] = [
    ['temperature', 0.5],
    ['max_tokens', 10],
    ['stop', 'x'],
    ['stop', ['x', 'y']],
    ['messages', []],
    ['response_format', {}],
    ['seed', null],
    ['anything', 'else'],
    ['constructor', 1],
  ];
  for (const [name, value] of right) assert.equal(hintAbout(name, value), undefined, name);
  const wrong: [string, unknown][] = [
    ['temperature', '0.5'],
    ['max_tokens', 1.5],
    ['stop', [1]],
    ['messages', {}],
    ['response_format', []],
    ['model', 3],
  ];
  for (const [name, value] of wrong) assert.match(hintAbout(name, value) ?? '', /expect/, name);
});

test('every known parameter has a meaning and a kind', () => {
  for (const { name, kind, meaning } of KNOWN_PARAMETERS) {
    assert.notEqual(hintAbout(name, Symbol('nothing')), undefined, name);
    assert.ok(kind !== '' && meaning !== '');
  }
});
