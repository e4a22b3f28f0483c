import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { summarizeResults } from '../../src/domain/results/summarize-results.ts';
import { summarizeSeries } from '../../src/domain/results/summarize-series.ts';
import { LIKERT, simulatedScores, studyOf, variantId } from '../support/studies.ts';

describe('the verdict on scores', () => {
  it('compares the mean scores of two variants, paired by case and annotator', () => {
    const scores = simulatedScores({ cases: 150, annotators: 4, perCase: 2, step: 0.6 });
    const { verdict, scores: blocks } = summarizeResults(
      studyOf({ scores, settings: { judgementsPerTask: 2 } }),
    );
    assert.deepEqual(
      [verdict.word, verdict.leader, verdict.estimand, verdict.criterion],
      ['better', variantId(1), 'mean_score_difference', LIKERT.name],
    );
    const [block] = blocks;
    assert.equal(block?.differences.length, 1);
    assert.equal(
      block?.variants[0]?.distribution.reduce((sum, { count }) => sum + count, 0),
      300,
    );
  });

  it('rarely calls equal variants different where their outputs have different annotators', () => {
    let alarms = 0;
    const studies = 100;
    for (let seed = 1; seed <= studies; seed += 1) {
      const whole = simulatedScores({ seed, cases: 24, annotators: 14, perCase: 2 });
      const scores = whole.filter(({ case: position, annotator, variant }) => {
        const isFirst = annotator === position % 14;
        return isFirst === ((variant + (position % 3 === 0 ? 1 : 0)) % 2 === 0);
      });
      const { lines } = summarizeSeries(studyOf({ scores }));
      if (lines[0]?.points.some(({ low, high }) => (low ?? 0) > 0 || (high ?? 0) < 0)) alarms += 1;
    }
    assert.ok(alarms / studies <= 0.05 + 2 * Math.sqrt((0.05 * 0.95) / studies), `${alarms}`);
  });

  it('is not equivalent where one rare failure could be more', () => {
    const withFailures = (failures: number) => {
      const scores = Array.from({ length: 70 }, (_, i) => [
        { case: i, annotator: 0, variant: 0, value: 5 },
        { case: i, annotator: 0, variant: 1, value: i < failures ? 1 : 5 - (i % 7 === 6 ? 1 : 0) },
        { case: i, annotator: 1, variant: 0, value: 5 - (i % 7 === 5 ? 1 : 0) },
        { case: i, annotator: 1, variant: 1, value: i < failures ? 1 : 5 },
      ]).flat();
      const settings = { judgementsPerTask: 2, zone: 0.25 };
      return summarizeResults(studyOf({ scores, settings })).verdict;
    };
    const once = withFailures(1);
    const { low, high } = once.interval ?? { low: -9, high: 9 };
    assert.ok(low > -0.25 && high < 0.25, `${low} to ${high}`);
    assert.equal(once.word, 'not_yet_clear');
    assert.ok(once.warnings.includes('rare_differences'));
    const never = withFailures(0);
    assert.equal(never.word, 'equivalent');
    assert.ok(!never.warnings.includes('rare_differences'));
  });

  it('does not hold for other annotators while it is open for these', () => {
    const scores = Array.from({ length: 70 }, (_, i) => [
      { case: i, annotator: i % 30, variant: 0, value: 5 },
      { case: i, annotator: i % 30, variant: 1, value: i === 3 ? 1 : 5 },
    ]).flat();
    const { verdict } = summarizeResults(studyOf({ scores, settings: { zone: 0.2 } }));
    assert.ok(verdict.warnings.includes('rare_differences'));
    assert.deepEqual(
      [verdict.word, verdict.other_annotators.word],
      ['not_yet_clear', 'not_yet_clear'],
    );
  });

  it('warns that differences leave out scenarios without an answer about one output', () => {
    const scores = simulatedScores({ cases: 30, annotators: 3, perCase: 1 });
    const other = { ...LIKERT, name: 'tone' };
    const optional = scores.filter(({ case: position, variant }) => position > 4 || variant === 0);
    const { scores: blocks } = summarizeResults(
      studyOf({
        criteria: [LIKERT, other],
        scores: [...scores, ...optional.map((row) => ({ ...row, criterion: 1 }))],
        cases: 30,
      }),
    );
    assert.deepEqual(
      blocks.map(({ warnings }) => warnings),
      [[], ['missing_excluded']],
    );
  });

  it('gives the mean of a single variant', () => {
    const scores = simulatedScores({ cases: 30, annotators: 3, perCase: 1, variants: 1 });
    const { verdict } = summarizeResults(studyOf({ variants: 1, scores }));
    assert.deepEqual([verdict.estimand, verdict.leader], ['mean_score', null]);
    assert.ok((verdict.interval?.low ?? 9) < (verdict.effect ?? 0));
  });

  it('keeps the interval of a mean inside the scale, even at its end', () => {
    const scores = Array.from({ length: 40 }, (_, i) => ({
      case: i,
      annotator: 0,
      variant: 0,
      value: 5,
    }));
    const { scores: blocks } = summarizeResults(studyOf({ variants: 1, scores }));
    const mean = blocks[0]?.variants[0]?.mean;
    assert.equal(mean?.estimate, 5);
    assert.equal(mean?.interval?.high, 5);
    assert.ok((mean?.interval?.low ?? 5) < 5 && (mean?.interval?.low ?? 0) > 4);
  });
});
