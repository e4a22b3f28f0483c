import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type EvaluationStage, nextStepOf } from './next-step.ts';

const READY: EvaluationStage = {
  status: 'EVALUATION_STARTED',
  isClosed: false,
  hasOutputs: true,
  judgements: 3,
  judgementsWanted: 20,
  whoMayJudge: 'members',
};

describe('nextStepOf', () => {
  test('asks for outputs while no task has them', () => {
    assert.equal(nextStepOf({ ...READY, hasOutputs: false, judgements: 0 }), 'add_outputs');
  });

  test('is judging, or inviting where only guests may judge', () => {
    assert.equal(nextStepOf(READY), 'judge');
    assert.equal(nextStepOf({ ...READY, whoMayJudge: 'guests' }), 'invite');
  });

  test('is reading results once everything is judged, finished or closed', () => {
    assert.equal(nextStepOf({ ...READY, judgements: 20 }), 'read_results');
    assert.equal(nextStepOf({ ...READY, status: 'EVALUATION_FINISHED' }), 'read_results');
    assert.equal(nextStepOf({ ...READY, isClosed: true, hasOutputs: false }), 'read_results');
  });

  test('ignores a finished status that a client set before any judgement', () => {
    const stage = { ...READY, status: 'EVALUATION_FINISHED', judgements: 0 } as const;
    assert.equal(nextStepOf(stage), 'judge');
  });
});
