import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { summarizeResults } from '../../src/domain/results/summarize-results.ts';
import { createRandom } from '../../src/statistics/numerics/random.ts';
import { simulatedVotes, studyOf, type VoteRow } from '../support/studies.ts';

const CASES = 4000;

/** Votes without ties in which the second variant's ability and its length count, in logits. */
function votesOf(ability: number, length: number): { votes: VoteRow[]; lengths: Float64Array } {
  const random = createRandom(5);
  const lengths = new Float64Array(2 * CASES);
  const votes = Array.from({ length: CASES }, (_, position): VoteRow => {
    // The second variant is the longer one in three of four cases.
    const isSecondLonger = position % 4 !== 0;
    lengths[2 * position] = isSecondLonger ? 100 : 200;
    lengths[2 * position + 1] = isSecondLonger ? 200 : 100;
    const logit = ability + (isSecondLonger ? length : -length);
    const secondWins = random.uniform() < 1 / (1 + Math.exp(-logit));
    const left = position % 2;
    const winner = secondWins ? 1 : 0;
    return {
      case: position,
      annotator: position % 7,
      left,
      right: 1 - left,
      outcome: winner === left ? 0 : 1,
    };
  });
  return { votes, lengths };
}

describe('the length effect', () => {
  it('separates the advantage of length from the ability of a variant', () => {
    const { votes, lengths } = votesOf(0.5, 0.8);
    const { length_effect: found } = summarizeResults(studyOf({ votes, lengths }));
    assert.ok(Math.abs((found?.effect.estimate ?? 0) - 0.8) < 0.12);
    assert.ok((found?.p_value ?? 1) < 1e-6);
    const [pair] = found?.at_equal_length ?? [];
    assert.ok(Math.abs((pair?.decisive_win_rate.estimate ?? 0) - 1 / (1 + Math.exp(-0.5))) < 0.03);
    const range = pair?.decisive_win_rate.interval;
    assert.ok((range?.low ?? 1) < 0.6225 && (range?.high ?? 0) > 0.6225);
  });

  it('equals the log odds of a table of two by two', () => {
    // Two variants, length for and against the second, no ties: two parameters for two free rates,
    // so the fit is exact. The second wins 30 of 40 and 10 of 40: b + g = ln 3 and b − g = −ln 3;
    // the ghost shrinks only b, which is 0 anyway.
    const votes: VoteRow[] = [];
    const lengths = new Float64Array(160);
    for (let position = 0; position < 80; position += 1) {
      const isSecondLonger = position < 40;
      lengths[2 * position] = isSecondLonger ? 1 : 2;
      lengths[2 * position + 1] = isSecondLonger ? 2 : 1;
      const secondWins = isSecondLonger ? position < 30 : position < 50;
      votes.push({ case: position, annotator: 0, left: 0, right: 1, outcome: secondWins ? 1 : 0 });
    }
    const { length_effect: found } = summarizeResults(studyOf({ votes, lengths }));
    assert.ok(Math.abs((found?.effect.estimate ?? 0) - Math.log(3)) < 1e-6);
    assert.ok(Math.abs((found?.at_equal_length[0]?.decisive_win_rate.estimate ?? 0) - 0.5) < 1e-9);
    assert.equal(found?.longer_wins.estimate, 0.75);
  });

  it('gives the win rate at equal length with ties as half, as in the headline', () => {
    // Without ties both rates are the same; with a third of ties, each is half a win.
    const { votes, lengths } = votesOf(0.5, 0.8);
    const plain = summarizeResults(studyOf({ votes, lengths })).length_effect?.at_equal_length[0];
    const decisive = plain?.decisive_win_rate.estimate ?? 0;
    assert.ok(Math.abs((plain?.score_win_rate.estimate ?? 9) - decisive) < 1e-9);
    const tied = votes.map((vote, i) => (i % 3 === 0 ? { ...vote, outcome: 2 } : vote));
    const found = summarizeResults(studyOf({ votes: tied, lengths })).length_effect;
    const rate = found?.at_equal_length[0]?.score_win_rate;
    // Among decisive votes 0.6225 win; a third of all are ties.
    assert.ok(Math.abs((rate?.estimate ?? 0) - (0.6225 * 2 + 0.5) / 3) < 0.03, `${rate?.estimate}`);
    assert.ok((rate?.interval?.low ?? 1) < (rate?.estimate ?? 0));
    assert.ok((rate?.interval?.high ?? 0) > (rate?.estimate ?? 1));
    assert.ok((rate?.interval?.low ?? 0) > 0.5);
  });

  it('gives no rate at equal length with few scenarios, or where only the prior limits it', () => {
    const few = votesOf(0.5, 0.8);
    const votes = few.votes.slice(0, 8);
    const { length_effect: early } = summarizeResults(studyOf({ ...few, votes }));
    assert.equal(early?.at_equal_length[0]?.score_win_rate.estimate, null);
    const sweep = few.votes.map((vote) => ({ ...vote, outcome: vote.left === 1 ? 0 : 1 }));
    const { length_effect: swept } = summarizeResults(studyOf({ ...few, votes: sweep }));
    const [pair] = swept?.at_equal_length ?? [];
    assert.deepEqual(pair?.score_win_rate.warnings, ['not_identified']);
    assert.equal(pair?.decisive_win_rate.estimate, null);
  });

  it('is not identified where one variant is always the longer one', () => {
    const { votes } = votesOf(1, 0);
    const lengths = Float64Array.from({ length: 2 * CASES }, (_, at) => at % 2);
    const { length_effect: found } = summarizeResults(studyOf({ votes, lengths }));
    assert.ok((found?.longer_wins.estimate ?? 0) > 0.6);
    assert.equal(found?.effect.estimate, null);
    assert.deepEqual(found?.at_equal_length, []);
    assert.deepEqual(found?.warnings, ['not_identified']);
  });

  it('has no interval where the other variant is longer in only a few scenarios', () => {
    // Both win equally often, even at equal length; only 2 of 30 scenarios show the effect of
    // length.
    const random = createRandom(93);
    let claims = 0;
    for (let study = 0; study < 50; study += 1) {
      const lengths = Float64Array.from({ length: 60 }, (_, at) =>
        at < 56 ? at % 2 : 1 - (at % 2),
      );
      const votes = Array.from({ length: 30 }, (_, position): VoteRow => {
        const outcome = random.uniform() < 0.5 ? 0 : 1;
        return {
          case: position,
          annotator: 0,
          left: position % 2,
          right: 1 - (position % 2),
          outcome,
        };
      });
      const { length_effect: found } = summarizeResults(studyOf({ votes, lengths }));
      const { low = 0, high = 1 } = found?.at_equal_length[0]?.decisive_win_rate.interval ?? {};
      const effect = found?.effect.interval ?? { low: 0, high: 0 };
      if (low > 0.5 || high < 0.5 || effect.low > 0 || effect.high < 0) claims += 1;
    }
    // 5 % and three of its standard errors.
    assert.ok(claims <= 7, `${claims} of 50`);
  });

  it('leaves out votes on outputs of equal or unknown length', () => {
    const { votes } = votesOf(1, 0);
    const equal = new Float64Array(2 * CASES).fill(5);
    const unknown = new Float64Array(2 * CASES).fill(Number.NaN);
    for (const lengths of [equal, unknown]) {
      const { length_effect: found } = summarizeResults(studyOf({ votes, lengths }));
      assert.equal(found?.longer_wins.n, 0);
      assert.deepEqual(found?.warnings, ['no_data']);
    }
  });

  it('shows an interval at equal length only when the plan has just ended', () => {
    const votes = simulatedVotes({ cases: 60, annotators: 3, perCase: 1, step: 0.5 });
    const lengths = Float64Array.from({ length: 400 }, (_, i) => 100 + ((i * 7919) % 50));
    const pairAt = (planned: number) => {
      const plan = { cases: planned, judgementsPerTask: 1 };
      const study = studyOf({ votes, lengths, cases: Math.max(60, planned), settings: { plan } });
      return summarizeResults(study).length_effect?.at_equal_length[0];
    };
    assert.notEqual(pairAt(60)?.score_win_rate.interval ?? null, null);
    for (const planned of [200, 30]) {
      const other = pairAt(planned);
      assert.deepEqual(
        [other?.score_win_rate.interval, other?.decisive_win_rate.interval],
        [null, null],
      );
      assert.equal(other?.score_win_rate.estimate, pairAt(60)?.score_win_rate.estimate);
    }
  });
});
