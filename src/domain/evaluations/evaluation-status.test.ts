import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { EvaluationStatus } from '../../contract/evaluations/human-evaluations.ts';
import {
  allowedStatuses,
  finishesByItself,
  statusAfterWriting,
  statusByContent,
} from './evaluation-status.ts';

const I = 'EVALUATION_INITIALIZED';
const S = 'EVALUATION_STARTED';
const F = 'EVALUATION_FINISHED';
const E = 'EVALUATION_FINISHED_WITH_ERRORS';
const X = 'EVALUATION_FAILED';

/** The moves that the contract documents. */
const TABLE: readonly {
  readonly from: EvaluationStatus;
  readonly mayBeSet: readonly EvaluationStatus[];
  readonly afterWriting: EvaluationStatus | undefined;
  readonly finishes: boolean;
}[] = [
  { from: I, mayBeSet: [S, F, E, X], afterWriting: S, finishes: false },
  { from: S, mayBeSet: [F, E, X], afterWriting: undefined, finishes: true },
  { from: F, mayBeSet: [S], afterWriting: undefined, finishes: false },
  { from: E, mayBeSet: [S, F, X], afterWriting: undefined, finishes: true },
  { from: X, mayBeSet: [S], afterWriting: S, finishes: false },
];

const CONTENTS = [
  { hasOutputs: true, hasJudgements: false },
  { hasOutputs: false, hasJudgements: true },
  { hasOutputs: true, hasJudgements: true },
];

describe('allowedStatuses', () => {
  test('follows the table once there is an output or a judgement', () => {
    for (const { from, mayBeSet } of TABLE) {
      for (const content of CONTENTS) assert.deepEqual(allowedStatuses(from, content), mayBeSet);
    }
  });

  test('allows going back to the start while there is neither', () => {
    const untouched = { hasOutputs: false, hasJudgements: false };
    for (const { from, mayBeSet } of TABLE) {
      const expected = from === I ? mayBeSet : [I, ...mayBeSet];
      assert.deepEqual(allowedStatuses(from, untouched), expected);
    }
  });
});

describe('statusAfterWriting', () => {
  test('starts an evaluation that was initialized or had failed', () => {
    for (const { from, afterWriting } of TABLE)
      assert.equal(statusAfterWriting(from), afterWriting);
  });
});

describe('finishesByItself', () => {
  test('is true for an evaluation that is under way', () => {
    for (const { from, finishes } of TABLE) assert.equal(finishesByItself(from), finishes);
  });
});

describe('statusByContent', () => {
  test('is finished when complete, started with any content, else initialized', () => {
    for (const content of CONTENTS) {
      assert.equal(statusByContent({ ...content, isComplete: true }), F);
      assert.equal(statusByContent({ ...content, isComplete: false }), S);
    }
    const nothing = { hasOutputs: false, hasJudgements: false, isComplete: false };
    assert.equal(statusByContent(nothing), I);
  });
});
