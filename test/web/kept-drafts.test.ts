import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FullCriterion, Scale } from '../../src/contract/evaluations/evaluation-settings.ts';
import { fittingDraft, type Question, type Value } from '../../src/web/judging/questions.ts';

function question(scale: Scale): Question {
  const criterion: FullCriterion = {
    name: 'Tone',
    question: '',
    scale,
    required: true,
    about: 'comparison',
  };
  return { key: 'Tone', criterion, slotId: null, side: undefined };
}

const YES_NO: Scale = { kind: 'binary' };
const OPTIONS: Scale = { kind: 'choice', options: ['warm', 'cold'] };
const STARS: Scale = { kind: 'likert', labels: ['poor', 'fair', 'good'] };
const NUMBER: Scale = { kind: 'numeric', min: 0, max: 9 };
const TEXT: Scale = { kind: 'text' };

const CASES: readonly (readonly [Value, fits: readonly Scale[], misfits: readonly Scale[]])[] = [
  [true, [YES_NO], [OPTIONS, STARS, NUMBER, TEXT]],
  ['warm', [OPTIONS, TEXT, NUMBER], [YES_NO, STARS]],
  [3, [STARS], [YES_NO, OPTIONS, NUMBER, TEXT]],
  [4, [], [STARS]],
  ['4', [NUMBER, TEXT], [STARS, OPTIONS, YES_NO]],
];

test('a kept draft loses answers that no longer fit its questions', () => {
  for (const [value, fits, misfits] of CASES) {
    const draft = { outcome: 'tie', score: '', answers: { Tone: value, Gone: value }, note: 'n' };
    for (const scale of fits) {
      assert.deepEqual(fittingDraft([question(scale)], draft), {
        ...draft,
        answers: { Tone: value },
      });
    }
    for (const scale of misfits) {
      assert.deepEqual(fittingDraft([question(scale)], draft), { ...draft, answers: {} });
    }
  }
});
