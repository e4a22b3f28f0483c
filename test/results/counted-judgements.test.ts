import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { summarizeResults } from '../../src/domain/results/summarize-results.ts';
import {
  LIKERT,
  type ScoreRow,
  simulatedScores,
  simulatedVotes,
  studyOf,
} from '../support/studies.ts';

const CRITERIA = [LIKERT, { ...LIKERT, name: 'polite' }, { ...LIKERT, name: 'correct' }];

/** Every output is scored on three criteria in one judgement. */
function onAllCriteria(rows: readonly ScoreRow[]): readonly ScoreRow[] {
  return rows.flatMap((row) => CRITERIA.map((_, criterion) => ({ ...row, criterion })));
}

describe('the number of judgements', () => {
  const scores = onAllCriteria(simulatedScores({ cases: 20, annotators: 3, perCase: 3 }));
  const study = { scores, criteria: CRITERIA };

  it('counts answers to several criteria about one output once, in total and by annotator', () => {
    const { computation, verdict, bias } = summarizeResults(studyOf(study));
    assert.deepEqual([computation.judgements, verdict.judgements], [120, 120]);
    assert.deepEqual(
      bias.annotators.map(({ judgements, share }) => [judgements, Math.round(300 * share)]),
      [
        [40, 100],
        [40, 100],
        [40, 100],
      ],
    );
  });

  it('has the time of each judgement once', () => {
    const { bias } = summarizeResults(studyOf(study));
    assert.equal(bias.pace.judgements_with_time, 120);
    assert.equal(bias.pace.median_seconds.n, 120);
  });

  it('leaves out scores that came with votes', () => {
    const votes = simulatedVotes({ cases: 60, annotators: 6, perCase: 1 });
    const beside = scores.map((row) => ({ ...row, annotator: 0 }));
    const { computation, bias, warnings } = summarizeResults({
      ...studyOf({ votes, scores: beside, criteria: CRITERIA }),
      kind: 'comparison',
    });
    assert.ok(!warnings.includes('dominant_annotator'));
    assert.deepEqual([computation.judgements, bias.pace.judgements_with_time], [60, 60]);
    assert.deepEqual(
      bias.annotators.map(({ judgements }) => judgements),
      Array(6).fill(10),
    );
  });

  it('adds up with the judgements left out by hand or as too fast', () => {
    const settings = { excludedAnnotators: [1], minimumSeconds: 5 };
    const { computation } = summarizeResults(studyOf({ ...study, settings }));
    const { by_annotator, by_time } = computation.exclusions;
    assert.equal(by_annotator, 40);
    assert.ok(by_time > 0);
    assert.equal(computation.judgements + by_annotator + by_time, 120);
  });
});
