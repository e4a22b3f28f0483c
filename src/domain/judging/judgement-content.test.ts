import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { FullCriterion, Scale } from '../../contract/evaluations/evaluation-settings.ts';
import { DEFAULT_SETTINGS } from '../evaluations/evaluation-settings.ts';
import { type JudgedTask, readSubmission } from './judgement-content.ts';

const LEFT = { slotId: 'slot-left', variant: 2 };
const RIGHT = { slotId: 'slot-right', variant: 0 };

function criterion(name: string, scale: Scale, rest: Partial<FullCriterion> = {}): FullCriterion {
  return { name, question: '', scale, required: false, about: 'output', ...rest };
}

function comparison(settings: Partial<JudgedTask['settings']> = {}): JudgedTask {
  return {
    kind: 'comparison',
    settings: { ...DEFAULT_SETTINGS, ...settings },
    slots: [LEFT, RIGHT],
  };
}

function scoring(settings: Partial<JudgedTask['settings']> = {}): JudgedTask {
  return { kind: 'scoring', settings: { ...DEFAULT_SETTINGS, ...settings }, slots: [LEFT] };
}

type Submission = Parameters<typeof readSubmission>[1];

/** Faults as "type at place", the parts a client acts on. */
function faults(task: JudgedTask, submission: Submission): readonly string[] {
  const { issues = [] } = readSubmission(task, submission);
  return issues.map(({ type, loc }) => `${type} at ${loc.join('.')}`);
}

describe('the outcome of a comparison', () => {
  test('names the variant behind a slot', () => {
    const { content } = readSubmission(comparison(), {
      outcome: RIGHT.slotId,
      note: 'shorter',
      time_taken_ms: 1200,
    });
    assert.deepEqual(content, {
      outcome: 'slot',
      winner: 0,
      score: null,
      answers: [],
      note: 'shorter',
      timeTakenMs: 1200,
    });
  });

  for (const outcome of ['tie', 'both_bad'] as const) {
    test(`${outcome} has no winner, and is refused where it is not allowed`, () => {
      const { content } = readSubmission(comparison(), { outcome });
      assert.equal(content?.outcome, outcome);
      assert.equal(content?.winner, null);
      const strict = comparison({ allowTie: false, allowBothBad: false });
      assert.deepEqual(faults(strict, { outcome }), ['value_error at body.outcome']);
    });
  }

  test('is required, names a slot of this task, and comes without a score', () => {
    assert.deepEqual(faults(comparison(), {}), ['missing at body.outcome']);
    assert.deepEqual(faults(comparison(), { outcome: 'slot-of-another-task' }), [
      'value_error at body.outcome',
    ]);
    assert.deepEqual(faults(comparison(), { outcome: 'tie', score: 3 }), [
      'value_error at body.score',
    ]);
  });
});

describe('the score of an output', () => {
  test('lies on the scale, both ends included', () => {
    const task = scoring({ scoreMin: -1.5, scoreMax: 2 });
    assert.equal(readSubmission(task, { score: -1.5 }).content?.score, -1.5);
    assert.equal(readSubmission(task, { score: 2 }).content?.score, 2);
    assert.deepEqual(faults(task, { score: -1.6 }), ['greater_than_equal at body.score']);
    assert.deepEqual(faults(task, { score: 2.1 }), ['less_than_equal at body.score']);
  });

  test('turns a negative zero into a plain one', () => {
    assert.ok(Object.is(readSubmission(scoring(), { score: -0 }).content?.score, 0));
  });

  test('is required unless criteria are asked instead', () => {
    assert.deepEqual(faults(scoring(), {}), ['missing at body.score']);
    const task = scoring({ criteria: [criterion('fluent', { kind: 'binary' })] });
    assert.equal(readSubmission(task, {}).content?.score, null);
    assert.equal(readSubmission(task, { score: 7 }).content?.score, 7);
  });

  test('comes without an outcome', () => {
    assert.deepEqual(faults(scoring(), { outcome: 'tie', score: 1 }), [
      'value_error at body.outcome',
    ]);
  });
});

describe('an answer', () => {
  const SCALES: readonly (readonly [
    Scale,
    readonly unknown[],
    readonly (readonly [unknown, string])[],
  ])[] = [
    [
      { kind: 'binary' },
      [true, false],
      [
        [1, 'bool_type'],
        ['true', 'bool_type'],
      ],
    ],
    [
      { kind: 'likert', labels: ['bad', 'fair', 'good'] },
      [1, 2, 3],
      [
        [0, 'greater_than_equal'],
        [4, 'less_than_equal'],
        [1.5, 'int_from_float'],
        ['good', 'int_type'],
      ],
    ],
    [
      { kind: 'numeric', min: 0, max: 1 },
      [0, 0.123, 1],
      [
        [-0.1, 'greater_than_equal'],
        [1.1, 'less_than_equal'],
        ['0', 'float_type'],
        [null, 'float_type'],
      ],
    ],
    [
      { kind: 'numeric', min: 1, max: 10, step: 2 },
      [1, 3, 9],
      [
        [2, 'value_error'],
        [10, 'value_error'],
      ],
    ],
    [
      { kind: 'choice', options: ['a', 'b'] },
      ['a', 'b'],
      [
        ['c', 'enum'],
        [['a'], 'enum'],
      ],
    ],
    [
      { kind: 'text' },
      ['', 'x'.repeat(10_000)],
      [
        ['x'.repeat(10_001), 'string_too_long'],
        [5, 'string_type'],
        ['a\u0000b', 'string_unicode'],
      ],
    ],
  ];

  for (const [scale, fitting, others] of SCALES) {
    test(`lies on its scale: ${JSON.stringify(scale)}`, () => {
      const task = scoring({ criteria: [criterion('asked', scale)] });
      // Clients may send anything; the types cover valid submissions only.
      const answer = (value: unknown) =>
        ({ answers: [{ criterion: 'asked', value }] }) as unknown as Submission;
      for (const value of fitting) {
        const { content } = readSubmission(task, answer(value));
        assert.deepEqual(content?.answers, [{ criterion: 'asked', variant: 2, value }]);
      }
      for (const [value, type] of others) {
        assert.deepEqual(faults(task, answer(value)), [`${type} at body.answers.0.value`]);
      }
    });
  }

  test('may be any decimal step, despite binary rounding, and no number between', () => {
    const steps = fc.record({
      decimals: fc.integer({ min: 0, max: 6 }),
      min: fc.integer({ min: -1_000_000, max: 1_000_000 }),
      step: fc.integer({ min: 1, max: 1000 }),
      count: fc.integer({ min: 1, max: 1_000_000 }),
    });
    fc.assert(
      fc.property(steps, ({ decimals, min, step, count }) => {
        const decimal = (digits: number) => Number(`${digits}e-${decimals}`);
        const scale: Scale = {
          kind: 'numeric',
          min: decimal(min),
          max: decimal(min + step * 1_000_001),
          step: decimal(step),
        };
        const task = scoring({ criteria: [criterion('asked', scale)] });
        const isAccepted = (digits: number) =>
          faults(task, { answers: [{ criterion: 'asked', value: decimal(digits) }] }).length === 0;
        assert.ok(isAccepted(min + step * count), 'a step was refused');
        assert.ok(!isAccepted(min + step * count + 0.25 * step), 'a number between was accepted');
      }),
    );
  });

  const CRITERIA = [
    criterion('correct', { kind: 'binary' }, { required: true }),
    criterion(
      'margin',
      { kind: 'likert', labels: ['a', 'b'] },
      { about: 'comparison', required: true },
    ),
    criterion('remark', { kind: 'text' }),
  ];

  test('belongs to a slot, or to the comparison', () => {
    const { content } = readSubmission(comparison({ criteria: CRITERIA }), {
      outcome: 'tie',
      answers: [
        { criterion: 'correct', slot_id: LEFT.slotId, value: true },
        { criterion: 'margin', slot_id: null, value: 2 },
        { criterion: 'correct', slot_id: RIGHT.slotId, value: false },
      ],
    });
    assert.deepEqual(content?.answers, [
      { criterion: 'correct', variant: 2, value: true },
      { criterion: 'margin', variant: null, value: 2 },
      { criterion: 'correct', variant: 0, value: false },
    ]);
  });

  test('is required for each slot', () => {
    const task = comparison({ criteria: CRITERIA });
    const margin = { criterion: 'margin', value: 1 };
    const left = { criterion: 'correct', slot_id: LEFT.slotId, value: true };
    assert.deepEqual(faults(task, { outcome: 'tie' }), ['missing at body.answers']);
    assert.deepEqual(faults(task, { outcome: 'tie', answers: [left, margin] }), [
      'missing at body.answers',
    ]);
    const right = { ...left, slot_id: RIGHT.slotId };
    assert.deepEqual(faults(task, { outcome: 'tie', answers: [left, right] }), [
      'missing at body.answers',
    ]);
  });

  test('to a required question in free text is not empty', () => {
    const task = scoring({ criteria: [criterion('why', { kind: 'text' }, { required: true })] });
    assert.deepEqual(faults(task, { answers: [{ criterion: 'why', value: '' }] }), [
      'string_too_short at body.answers.0.value',
    ]);
  });
});

test('a submission with several faults gets them all at once, in the order of the fields', () => {
  const criteria = [
    criterion('correct', { kind: 'binary' }, { required: true }),
    criterion('margin', { kind: 'binary' }, { about: 'comparison' }),
  ];
  const submission: Submission = {
    outcome: 'nobody',
    score: 1,
    answers: [
      { criterion: 'unknown', value: 1 },
      { criterion: 'correct', value: true },
      { criterion: 'correct', slot_id: 'slot-of-another-task', value: true },
      { criterion: 'correct', slot_id: LEFT.slotId, value: 5 },
      { criterion: 'correct', slot_id: LEFT.slotId, value: true },
      { criterion: 'margin', slot_id: LEFT.slotId, value: true },
    ],
  };
  assert.deepEqual(faults(comparison({ criteria }), submission), [
    'value_error at body.outcome',
    'value_error at body.score',
    'value_error at body.answers.0.criterion',
    'value_error at body.answers.1.slot_id',
    'value_error at body.answers.2.slot_id',
    'bool_type at body.answers.3.value',
    'value_error at body.answers.4',
    'value_error at body.answers.5.slot_id',
    'missing at body.answers',
  ]);
});
