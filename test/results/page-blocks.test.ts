import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { summarizeResults } from '../../src/domain/results/summarize-results.ts';
import { createRandom } from '../../src/statistics/numerics/random.ts';
import { LIKERT, simulatedVotes, studyOf, type VoteRow } from '../support/studies.ts';

describe('the agreement panel', () => {
  it('is 1 for annotators who always agree, and lists the one disputed case', () => {
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

  it('keeps every interval within its bounds, and gives it a width even where all agree', () => {
    const votesOf = (cases: number, outcome: (i: number) => number): VoteRow[] =>
      Array.from({ length: 3 * cases }, (_, i) => ({
        case: Math.floor(i / 3),
        annotator: i % 3,
        left: 0,
        right: 1,
        outcome: outcome(i),
      }));
    const scattered = votesOf(3, (i) => (i === 0 ? 1 : i % 2));
    const unanimous = votesOf(20, (i) => Math.floor(i / 3) % 2);
    for (const votes of [scattered, unanimous]) {
      const [panel] = summarizeResults(studyOf({ votes })).agreement;
      assert.ok(panel);
      for (const { interval } of [
        panel.raw,
        ...panel.annotator_pairs.map((pair) => pair.agreement),
      ])
        assert.ok(
          interval && interval.low >= 0 && interval.high <= 1 && interval.low < interval.high,
        );
      for (const { interval } of [panel.krippendorff, panel.gwet])
        assert.ok(
          interval && interval.low >= -1 && interval.high <= 1 && interval.low < interval.high,
        );
    }
  });

  it('counts the pairs of one scenario as one cluster', () => {
    // Annotators agree on all pairs of a scenario or on none: ten pairs say no more than one.
    const votes: VoteRow[] = [];
    for (let position = 0; position < 12; position += 1) {
      for (let left = 0; left < 5; left += 1) {
        for (let right = left + 1; right < 5; right += 1) {
          for (let annotator = 0; annotator < 2; annotator += 1) {
            const outcome = position % 2 === 0 ? 0 : annotator;
            votes.push({ case: position, annotator, left, right, outcome });
          }
        }
      }
    }
    const { agreement, bias } = summarizeResults(studyOf({ votes, variants: 5 }));
    const rates = [agreement[0]?.raw, agreement[0]?.annotator_pairs[0]?.agreement];
    for (const rate of [...rates, bias.annotators[0]?.agreement]) {
      assert.equal(rate?.estimate, 0.5);
      assert.equal(rate?.clusters, 12);
      // Twelve fair coins, not 120.
      assert.ok((rate?.interval?.high ?? 0) - (rate?.interval?.low ?? 1) > 0.45);
    }
  });

  it('uses the metric of the scale', () => {
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
  it('raises the alarm when the first place is an advantage', () => {
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

  it('rarely raises the alarm of drift at any of several looks where chance decides', () => {
    const random = createRandom(13);
    const studies = 100;
    let alarmed = 0;
    for (let study = 0; study < studies; study += 1) {
      const votes = Array.from({ length: 60 }, (_, i): VoteRow => {
        const left = random.below(2);
        const outcome = random.uniform() < 0.2 ? 2 : random.below(2);
        return { case: i, annotator: i % 3, left, right: 1 - left, outcome, at: i * 1000 };
      });
      const looks = [30, 40, 50, 60].map(
        (seen) => summarizeResults(studyOf({ votes: votes.slice(0, seen), cases: 60 })).bias,
      );
      if (looks.some(({ drift }) => drift.some(({ alarm }) => alarm))) alarmed += 1;
    }
    // 5 % and three of its standard errors.
    const most = studies * (0.05 + 3 * Math.sqrt((0.05 * 0.95) / studies));
    assert.ok(alarmed <= most, `${alarmed}`);
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

  it('shows the pace with its interval', () => {
    const votes = simulatedVotes({ cases: 50, annotators: 2, perCase: 1 });
    const { pace } = summarizeResults(studyOf({ votes })).bias;
    const sorted = votes.map(({ ms = 0 }) => ms / 1000).sort((a, b) => a - b);
    assert.equal(pace.median_seconds.estimate, ((sorted[24] ?? 0) + (sorted[25] ?? 0)) / 2);
    // With 95 % between the 18th and the 33rd of 50.
    assert.deepEqual(
      [pace.median_seconds.interval?.low, pace.median_seconds.interval?.high],
      [sorted[17], sorted[32]],
    );
  });
});

describe('slices', () => {
  it('find the one label that differs among many that do not', () => {
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

  it('have p-values no smaller than a coin’s for nine wins of ten, and find a label always won', () => {
    const wins = { 'nine of ten': [9, 10], 'all of forty': [40, 40], half: [20, 40] } as const;
    const labels = Object.entries(wins).flatMap(([label, [, cases]]) => Array(cases).fill(label));
    const wonFrom = Object.values(wins).flatMap(([won, cases]) =>
      Array.from({ length: cases }, (_, i) => i < won),
    );
    const votes: VoteRow[] = wonFrom.map((isWon, i) => ({
      case: i,
      annotator: i % 3,
      left: i % 2,
      right: 1 - (i % 2),
      outcome: isWon ? (i + 1) % 2 : i % 2,
    }));
    const { slices } = summarizeResults(studyOf({ votes, slices: [{ name: 'how', labels }] }));
    const found = new Map(slices.map((slice) => [slice.label, slice]));
    // For a fair coin: 2 · (10 + 1) / 2^10.
    const exact = 22 / 1024;
    assert.ok((found.get('nine of ten')?.p_value ?? 0) >= exact);
    assert.equal(found.get('all of forty')?.survives, true);
    assert.equal(found.get('half')?.survives, false);
  });
});
