import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulatedVotes, studyOf } from '../../../test/support/studies.ts';
import { ALL_BAD, ALL_GOOD, BOTH_BAD, LEFT_BETTER, RIGHT_BETTER, TIE } from './study-data.ts';
import { tallyOutcomes } from './tally-outcomes.ts';

test('counts votes by winner, whatever its side, and choices among all', () => {
  const study = studyOf({
    variants: 3,
    cases: 5,
    votes: [
      { case: 0, annotator: 0, left: 2, right: 0, outcome: LEFT_BETTER },
      { case: 0, annotator: 1, left: 0, right: 2, outcome: RIGHT_BETTER },
      { case: 0, annotator: 2, left: 0, right: 1, outcome: TIE },
      { case: 2, annotator: 0, left: 0, right: 1, outcome: BOTH_BAD },
    ],
    choices: [
      { case: 3, annotator: 0, chosen: 0 },
      { case: 3, annotator: 1, chosen: ALL_GOOD },
      { case: 3, annotator: 2, chosen: ALL_BAD },
    ],
  });
  assert.deepEqual(tallyOutcomes(study), {
    outcomes: [
      { outcome: 'both_bad', winner: null, count: 2 },
      { outcome: 'slot', winner: 0, count: 1 },
      { outcome: 'slot', winner: 2, count: 2 },
      { outcome: 'tie', winner: null, count: 2 },
    ],
    scores: [],
    unjudgedScenarios: 2,
  });
});

test('counts every vote once', () => {
  const votes = simulatedVotes({ cases: 30, annotators: 4, perCase: 3 });
  const { outcomes } = tallyOutcomes(studyOf({ votes }));
  assert.equal(
    outcomes.reduce((sum, { count }) => sum + count, 0),
    votes.length,
  );
});
