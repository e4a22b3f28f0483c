import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { summarizeResults } from '../../src/domain/results/summarize-results.ts';
import { createRandom } from '../../src/statistics/numerics/random.ts';
import { LIKERT, simulatedVotes, studyOf, type VoteRow } from '../support/studies.ts';

describe('the agreement panel', () => {
  it('is 1 where everybody agrees and finds the case they fight about', () => {
    const votes: VoteRow[] = Array.from({ length: 60 }, (_, i) => {
      const position = Math.floor(i / 3);
      const disputed = position === 7 && i % 3 === 0;
      return {
        case: position,
        annotator: i % 3,
        left: 0,
        right: 1,
        outcome: (position + (disputed ? 1 : 0)) % 2,
      };
    });
    const [panel] = summarizeResults(studyOf({ votes })).agreement;
    assert.deepEqual(
      panel?.disputed_cases.map(({ case: position, judgements }) => [position, judgements]),
      [[7, 3]],
    );
    assert.ok(Math.abs((panel?.raw.estimate ?? 0) - (19 + 1 / 3) / 20) < 1e-12);
    assert.ok((panel?.krippendorff.estimate ?? 0) > 0.9);
    const pair = panel?.annotator_pairs.find(
      ({ annotator, other }) => annotator === 'annotator-1' && other === 'annotator-2',
    );
    assert.deepEqual([pair?.agreement.estimate, pair?.agreement.n], [1, 20]);
  });

  it('takes the metric of the scale', () => {
    const scores = Array.from({ length: 120 }, (_, i) => ({
      case: Math.floor(i / 6),
      annotator: i % 3,
      variant: Math.floor(i / 3) % 2,
      criterion: 0,
      value: 1 + ((Math.floor(i / 6) + (i % 3 === 0 ? 1 : 0)) % 5),
    }));
    const methodOn = (scale: 'binary' | 'likert' | 'numeric'): string => {
      const criteria = [{ ...LIKERT, scale }];
      const [panel] = summarizeResults(studyOf({ scores, criteria })).agreement;
      return `${panel?.krippendorff.method} ${panel?.gwet.method}`;
    };
    assert.match(methodOn('binary'), /nominal.*ac1/);
    assert.match(methodOn('likert'), /ordinal.*ac2/);
    assert.match(methodOn('numeric'), /interval.*ac2/);
  });
});

describe('the bias strip', () => {
  it('raises the alarm when the first place wins by itself', () => {
    const random = createRandom(3);
    const lean = (first: number): VoteRow[] =>
      Array.from({ length: 400 }, (_, i) => ({
        case: i,
        annotator: i % 4,
        left: i % 2,
        right: 1 - (i % 2),
        outcome: random.uniform() < first ? 0 : 1,
      }));
    const biased = summarizeResults(studyOf({ votes: lean(0.75) })).bias.position;
    assert.equal(biased?.alarm, true);
    assert.ok(Math.abs((biased?.effect.estimate ?? 0) - Math.log(3)) < 0.35);
    assert.ok((biased?.first_wins.interval?.low ?? 0) > 0.6);
    assert.equal(summarizeResults(studyOf({ votes: lean(0.5) })).bias.position?.alarm, false);
  });

  it('shows how often the longer output wins', () => {
    const votes = simulatedVotes({ cases: 100, annotators: 3, perCase: 1, step: 3, caseSd: 0 });
    const lengths = Float64Array.from({ length: 200 }, (_, i) => (i % 2 === 1 ? 900 : 300));
    const { bias, two_variants: two } = summarizeResults(studyOf({ votes, lengths }));
    const [longer, won] = [bias.length?.longer_wins.estimate, two?.decisive_win_rate.estimate];
    assert.ok(Math.abs((longer ?? 0) - (won ?? 1)) < 1e-12);
    assert.equal(bias.length?.alarm, true);
    assert.equal(summarizeResults(studyOf({ votes })).bias.length, null);
  });

  it('tells the pace with its uncertainty', () => {
    const votes = simulatedVotes({ cases: 50, annotators: 2, perCase: 1 });
    const { pace } = summarizeResults(studyOf({ votes })).bias;
    const sorted = votes.map(({ ms = 0 }) => ms / 1000).sort((a, b) => a - b);
    assert.equal(pace.median_seconds.estimate, ((sorted[24] ?? 0) + (sorted[25] ?? 0)) / 2);
    // Between the 18th and the 33rd of 50 with 95 %.
    assert.deepEqual(
      [pace.median_seconds.interval?.low, pace.median_seconds.interval?.high],
      [sorted[17], sorted[32]],
    );
  });
});

describe('slices', () => {
  it('find the one tag that differs among many that do not', () => {
    const labels = Array.from({ length: 400 }, (_, i) => `topic ${i % 10}`);
    const random = createRandom(11);
    const votes: VoteRow[] = labels.map((label, i) => ({
      case: i,
      annotator: i % 3,
      left: i % 2,
      right: 1 - (i % 2),
      outcome: random.uniform() < (label === 'topic 3' ? 0.95 : 0.5) ? (i + 1) % 2 : i % 2,
    }));
    const { slices } = summarizeResults(studyOf({ votes, slices: [{ name: 'topic', labels }] }));
    assert.equal(slices.length, 10);
    assert.deepEqual(
      slices.filter(({ survives }) => survives).map(({ label }) => label),
      ['topic 3'],
    );
    for (const { p_value, adjusted_p } of slices) assert.ok((adjusted_p ?? 1) >= (p_value ?? 0));
  });
});
