import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disagreementOf } from './disagreement.ts';
import { compareDisputed, disputedAt } from './disputed-cases.ts';

test('is the share of differing pairs among all pairs of answers to the same question', () => {
  // Case 0 asks two questions, case 2 one; of three answers one differs, which is two pairs of
  // three.
  const rated = {
    unit: Int32Array.of(0, 0, 1, 1, 1, 2),
    case: Int32Array.of(0, 0, 0, 0, 0, 2),
    answer: Int32Array.of(1, 1, 2, 5, 2, 7),
  };
  const disagreement = disagreementOf(rated, 3);
  assert.deepEqual(
    [0, 1, 2].map((position) => disputedAt(disagreement, position)),
    [
      { position: 0, disagreement: 2 / 4, answers: 5 },
      { position: 1, disagreement: null, answers: 0 },
      { position: 2, disagreement: null, answers: 1 },
    ],
  );
});

test('ranks by disagreement, then by answers, then by position; unknown disagreement last', () => {
  const ranked = [
    { position: 7, disagreement: 1, answers: 2 },
    { position: 3, disagreement: 0.5, answers: 9 },
    { position: 8, disagreement: 0.5, answers: 4 },
    { position: 9, disagreement: 0.5, answers: 4 },
    { position: 5, disagreement: 0, answers: 2 },
    { position: 6, disagreement: null, answers: 3 },
    { position: 1, disagreement: null, answers: 0 },
  ];
  assert.deepEqual(
    ranked.toSorted((one, other) => one.position - other.position).sort(compareDisputed),
    ranked,
  );
});
