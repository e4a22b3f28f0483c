import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Brief } from '../../src/web/judging/brief.ts';
import { commandOf, type Pressed } from '../../src/web/judging/judge-keys.ts';

const brief: Brief = {
  evaluation_id: 'evaluation',
  annotator_id: 'annotator',
  organization_name: 'organization',
  evaluation_type: 'human_a_b_testing',
  open: true,
  allow_tie: true,
  allow_both_bad: true,
  score_min: 0,
  score_max: 5,
  criteria: [],
  guidelines: '',
  guidelines_version: 1,
  presentation: 'text',
  progress: { judged: 0, skipped: 0, remaining: 1 },
};

const press = (key: string, code: string, part: Partial<Pressed> = {}) =>
  commandOf(
    { key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...part },
    brief,
  );

describe('commandOf', () => {
  test('undoes on Ctrl+Z and Command+Z, and not on the keys that redo', () => {
    assert.deepEqual(press('z', 'KeyZ', { ctrlKey: true }), { kind: 'undo' });
    assert.deepEqual(press('z', 'KeyZ', { metaKey: true }), { kind: 'undo' });
    assert.equal(press('Z', 'KeyZ', { ctrlKey: true, shiftKey: true }), undefined);
    assert.equal(press('z', 'KeyZ', { metaKey: true, shiftKey: true }), undefined);
  });

  test('takes a letter with Caps Lock or Shift', () => {
    assert.deepEqual(press('A', 'KeyA', { shiftKey: true }), { kind: 'vote', vote: 'left' });
  });

  test('uses the key position on layouts without Latin letters', () => {
    assert.deepEqual(press('ф', 'KeyA'), { kind: 'vote', vote: 'left' });
    assert.deepEqual(press('لا', 'KeyB'), { kind: 'vote', vote: 'right' });
    assert.deepEqual(press('ื', 'KeyN'), { kind: 'note' });
    assert.deepEqual(press('я', 'KeyZ', { ctrlKey: true }), { kind: 'undo' });
  });

  test('uses the letter, not the key position, on Latin layouts', () => {
    // On a French keyboard, A is where others have Q.
    assert.deepEqual(press('a', 'KeyQ'), { kind: 'vote', vote: 'left' });
    assert.equal(press('q', 'KeyA'), undefined);
    // AltGr with A on a Polish keyboard.
    assert.equal(press('ą', 'KeyA'), undefined);
    assert.equal(press('ñ', 'Semicolon'), undefined);
  });
});
