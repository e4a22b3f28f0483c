import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { summarizeResults } from '../../src/domain/results/summarize-results.ts';
import { createRandom } from '../../src/statistics/numerics/random.ts';
import { type ScoreRow, simulatedVotes, studyOf, type VoteRow } from '../support/studies.ts';

/** Six annotators score every case; scores rise by `slope` per task. */
function scoresRising(slope: number, seed = 3): ScoreRow[] {
  const random = createRandom(seed);
  const scores: ScoreRow[] = [];
  for (let position = 0; position < 40; position += 1) {
    const level = 40 + 5 * random.normal();
    for (let annotator = 0; annotator < 6; annotator += 1) {
      for (let variant = 0; variant < 2; variant += 1) {
        const task = 2 * position + variant;
        const value = level + slope * task + 4 * random.normal();
        scores.push({ case: position, annotator, variant, value, at: task * 1000 });
      }
    }
  }
  return scores;
}

const criteria = [{ name: 'quality', scale: 'numeric', low: 0, high: 100 } as const];

describe('drift', () => {
  it('finds how much scores rise over ten tasks of an annotator', () => {
    const [found, ...more] = summarizeResults(studyOf({ scores: scoresRising(0.3), criteria })).bias
      .drift;
    assert.deepEqual(more, []);
    assert.deepEqual([found?.about, found?.criterion, found?.alarm], ['score', 'quality', true]);
    const { estimate, interval } = found?.per_ten_tasks ?? {};
    assert.ok(Math.abs((estimate ?? 0) - 3) < 0.6, `${estimate}`);
    assert.ok((interval?.low ?? 9) < 3 && 3 < (interval?.high ?? 0));
    assert.ok((found?.p_value ?? 1) < 0.001);
  });

  it('raises no alarm without change', () => {
    const [found] = summarizeResults(studyOf({ scores: scoresRising(0), criteria })).bias.drift;
    assert.equal(found?.alarm, false);
    const votes = simulatedVotes({ cases: 200, annotators: 6, perCase: 2 });
    const { drift } = summarizeResults(studyOf({ votes })).bias;
    assert.deepEqual(
      drift.map(({ about, alarm }) => [about, alarm]),
      [
        ['left', false],
        ['tie', false],
      ],
    );
  });

  it('raises no alarm for a certain change that is too small to matter', () => {
    const [found] = summarizeResults(studyOf({ scores: scoresRising(0.08), criteria })).bias.drift;
    assert.ok((found?.per_ten_tasks.interval?.low ?? 0) > 0);
    assert.equal(found?.alarm, false);
  });

  it('covers the true change in about 95 % of studies', () => {
    let covered = 0;
    for (let seed = 0; seed < 100; seed += 1) {
      const [found] = summarizeResults(studyOf({ scores: scoresRising(0.1, seed), criteria })).bias
        .drift;
      const range = found?.per_ten_tasks.interval;
      if (range && range.low <= 1 && 1 <= range.high) covered += 1;
    }
    assert.ok(covered >= 89, `${covered} of 100`);
  });

  it('finds a side that is chosen more and more, and a falling share of ties', () => {
    const random = createRandom(6);
    const votes: VoteRow[] = Array.from({ length: 400 }, (_, i) => {
      const task = Math.floor(i / 4);
      const isTied = random.uniform() < 0.6 - 0.005 * task;
      const isLeft = random.uniform() < 0.3 + 0.005 * task;
      return {
        case: i,
        annotator: i % 4,
        left: i % 2,
        right: 1 - (i % 2),
        outcome: isTied ? 2 : isLeft ? 0 : 1,
        at: task * 1000,
      };
    });
    const { drift } = summarizeResults(studyOf({ votes })).bias;
    const [left, tie] = drift;
    assert.deepEqual([left?.about, left?.alarm], ['left', true]);
    assert.ok(Math.abs((left?.per_ten_tasks.estimate ?? 0) - 0.05) < 0.03);
    assert.deepEqual([tie?.about, tie?.alarm], ['tie', true]);
    assert.ok((tie?.per_ten_tasks.estimate ?? 0) < 0);
  });

  it('is absent where all judgements have the same time', () => {
    const votes = simulatedVotes({ cases: 60, annotators: 3, perCase: 2 });
    const imported = votes.map((vote) => ({ ...vote, at: 1_700_000_000_000 }));
    assert.deepEqual(summarizeResults(studyOf({ votes: imported })).bias.drift, []);
  });
});
