import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { missingOutputs, namesSeen } from '../../src/domain/results/sentences/cautions.ts';

describe('cautions from progress', () => {
  it('say how many tasks cannot be judged because outputs are missing', () => {
    assert.equal(missingOutputs({ tasks: 60, tasks_ready: 60 }), null);
    assert.equal(
      missingOutputs({ tasks: 60, tasks_ready: 48 })?.replaceAll('\u00a0', ' '),
      '12 of 60 tasks cannot be judged: outputs are missing.',
    );
  });

  it('say how many judgements were not blind', () => {
    assert.equal(namesSeen({ judgements: 40, judgements_with_names: 0 }), null);
    assert.match(
      namesSeen({ judgements: 1_200, judgements_with_names: 7 }) ?? '',
      /7 of 1,200 came/,
    );
  });
});
