import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { summarizeResults } from '../../src/domain/results/summarize-results.ts';
import { summarizeSeries } from '../../src/domain/results/summarize-series.ts';
import { simulatedVotes, studyOf, type VoteRow, variantId } from '../support/studies.ts';

const BOTH_BAD = 3;

/**
 * One vote per case on two variants: `better` wins of the second variant, then losses, then ties.
 */
function plainVotes(better: number, worse: number, ties: number): VoteRow[] {
  const outcomes = [
    ...Array.from({ length: better }, () => 1),
    ...Array.from({ length: worse }, () => 0),
    ...Array.from({ length: ties }, () => 2),
  ];
  return outcomes.map((outcome, i) => {
    const isTurned = i % 2 === 1;
    return {
      case: i,
      annotator: i % 6,
      left: isTurned ? 1 : 0,
      right: isTurned ? 0 : 1,
      outcome: isTurned && outcome < 2 ? 1 - outcome : outcome,
      at: (i * 7919) % 1000,
      ms: 5000,
    };
  });
}

describe('the verdict on two variants', () => {
  it('calls the second variant better, with ties as half', () => {
    const { verdict, two_variants: two } = summarizeResults(
      studyOf({ votes: plainVotes(80, 20, 10), cases: 200 }),
    );
    assert.deepEqual(
      [verdict.word, verdict.settled, verdict.leader, verdict.variant, verdict.against],
      ['better', true, variantId(1), variantId(1), variantId(0)],
    );
    assert.equal(verdict.estimand, 'score_win_rate');
    assert.ok(Math.abs((verdict.effect ?? 0) - 85 / 110) < 1e-12);
    assert.equal(verdict.cases, 110);
    assert.equal(verdict.more_needed, null);
    assert.deepEqual([verdict.may_stop, verdict.stop_reason], [true, 'better']);
    assert.deepEqual(two?.counts, { wins: 80, ties: 10, both_bad: 0, losses: 20 });
    assert.ok(Math.abs((two?.score_win_rate.estimate ?? 0) - 85 / 110) < 1e-12);
    assert.ok(Math.abs((two?.net_win_rate.estimate ?? 0) - 60 / 110) < 1e-12);
    assert.equal(two?.decisive_win_rate.estimate, 0.8);
    assert.equal(two?.sign_test, null, 'the plan has not ended');
  });

  it('calls the second variant worse when the first leads', () => {
    const { verdict } = summarizeResults(studyOf({ votes: plainVotes(20, 80, 0), cases: 200 }));
    assert.deepEqual([verdict.word, verdict.leader], ['worse', variantId(0)]);
  });

  it('is not yet clear with little data, and projects how much more is needed', () => {
    const { verdict } = summarizeResults(studyOf({ votes: plainVotes(18, 12, 5), cases: 400 }));
    assert.deepEqual(
      [verdict.word, verdict.settled, verdict.leader],
      ['not_yet_clear', false, null],
    );
    assert.equal(verdict.stop_reason, 'continue');
    const more = verdict.more_needed;
    assert.ok(
      more !== null && more.judgements > 20 && more.judgements < 2000,
      JSON.stringify(more),
    );
    assert.ok(more.low <= more.judgements);
    assert.ok(more.high === null || more.high >= more.judgements);
  });

  it('calls both equivalent when the interval fits into the zone', () => {
    const votes = plainVotes(1500, 1500, 0);
    const { verdict } = summarizeResults(studyOf({ votes }));
    assert.deepEqual([verdict.word, verdict.leader, verdict.settled], ['equivalent', null, true]);
  });

  it('marks a lead that is too small to matter', () => {
    const votes = plainVotes(10_600, 9400, 0);
    const { verdict } = summarizeResults(studyOf({ votes, settings: { zone: 0.1 } }));
    assert.deepEqual([verdict.word, verdict.within_zone], ['better', true]);
  });

  it('counts case means, not votes, when several annotators judge a case', () => {
    const once = plainVotes(24, 12, 0);
    const thrice = once.flatMap((vote) =>
      [0, 1, 2].map((k) => ({ ...vote, annotator: vote.annotator * 3 + k })),
    );
    const study = studyOf({ votes: thrice, settings: { judgementsPerTask: 3 } });
    const { two_variants: two, verdict } = summarizeResults(study);
    assert.equal(two?.score_win_rate.n, 36);
    assert.equal(verdict.estimand, 'score_win_rate');
    assert.equal(verdict.settled, false);
  });

  it('leaves incomplete cases out, with a warning', () => {
    const votes = plainVotes(30, 10, 0);
    const study = studyOf({ votes, settings: { judgementsPerTask: 2 } });
    const { verdict, computation } = summarizeResults(study);
    assert.deepEqual([verdict.cases, computation.completed_cases], [0, 0]);
    assert.ok(verdict.warnings.includes('incomplete_cases'));
    assert.equal(verdict.effect, null);
  });

  it('is the same before and after closing', () => {
    const votes = plainVotes(70, 30, 10);
    const open = summarizeResults(studyOf({ votes }));
    const done = summarizeResults(studyOf({ votes, settings: { collection: 'complete' } }));
    assert.deepEqual(done.two_variants, open.two_variants);
    assert.deepEqual(done.verdict, open.verdict);
    assert.deepEqual([open.verdict.interval?.kind, open.verdict.plan.phase], ['planned', 'at_end']);
  });

  describe('that was settled early, and then pulled back by later scenarios', () => {
    const lead = plainVotes(60, 0, 0).map((vote, i) => ({ ...vote, at: i }));
    const early = summarizeResults(studyOf({ votes: lead, cases: 200 })).verdict;
    const after = (wins: number, losses: number) => {
      const back = plainVotes(wins, losses, 0).map((vote, i) => ({
        ...vote,
        case: 60 + i,
        at: 1000 + i,
      }));
      return summarizeResults(studyOf({ votes: [...lead, ...back], cases: 200 })).verdict;
    };

    it('stays while all scenarios together support it', () => {
      const late = after(55, 85);
      // 115 of 200: an ordinary 95 % interval starts at 50.6 %, that of the last look at 49.6 %.
      assert.equal(late.effect, 0.575);
      assert.deepEqual([early.word, late.word], ['better', 'better']);
      assert.deepEqual([late.settled, late.settled_at], [true, early.settled_at]);
    });

    it('is withdrawn once they do not', () => {
      for (const wins of [52, 30]) {
        const late = after(wins, 140 - wins);
        assert.deepEqual([late.word, late.settled], ['not_yet_clear', false], `${wins} of 140`);
        assert.ok(late.warnings.includes('verdict_withdrawn'));
        const { low, high } = late.interval ?? { low: 1, high: 0 };
        assert.ok(low < 0.5 && high > 0.5, `${low} to ${high}`);
      }
    });

    it('… even past the plan that settled it, with an interval that includes no difference', () => {
      const votes = [...plainVotes(64, 36, 0), ...plainVotes(45, 55, 0)].map((vote, i) => ({
        ...vote,
        case: i,
        at: i,
      }));
      const settings = { plan: { cases: 100, judgementsPerTask: 1 } };
      const { verdict } = summarizeResults(studyOf({ votes, settings }));
      assert.ok(verdict.warnings.includes('verdict_withdrawn'));
      assert.equal(verdict.word, 'not_yet_clear');
      assert.ok((verdict.interval?.low ?? 1) < 0.5, `from ${verdict.interval?.low}`);
    });

    it('turns round when a later look settles the opposite', () => {
      const late = after(2, 138);
      assert.deepEqual([late.word, late.settled], ['worse', true]);
      assert.ok(!late.warnings.includes('verdict_withdrawn'));
      assert.ok((late.interval?.high ?? 1) < 0.5);
    });
  });

  it('has no interval before ten scenarios, or before the end of a smaller plan', () => {
    const nine = summarizeResults(studyOf({ votes: plainVotes(9, 0, 0), cases: 40 })).verdict;
    assert.deepEqual([nine.interval, nine.settled], [null, false]);
    const small = plainVotes(8, 1, 0);
    const before = summarizeResults(studyOf({ votes: small.slice(0, 8), cases: 9 })).verdict;
    const atEnd = summarizeResults(studyOf({ votes: small, cases: 9 })).verdict;
    assert.equal(before.interval, null);
    assert.notEqual(atEnd.interval, null);
  });

  it('adjusts the effect of an early stop', () => {
    const { verdict } = summarizeResults(studyOf({ votes: plainVotes(55, 45, 0), cases: 101 }));
    const small = summarizeResults(studyOf({ votes: plainVotes(75, 25, 0), cases: 400 })).verdict;
    assert.equal(verdict.adjusted_effect, null, 'not settled');
    const adjusted = small.adjusted_effect ?? 0;
    assert.ok(small.settled && adjusted > 0.5 && adjusted < (small.effect ?? 0), `${adjusted}`);
  });

  it('adjusts nothing once the plan has ended, even if it was settled before', () => {
    const { verdict } = summarizeResults(studyOf({ votes: plainVotes(75, 25, 0), cases: 100 }));
    assert.ok((verdict.settled_at ?? 100) < 100);
    assert.equal(verdict.adjusted_effect, null);
  });

  it('has another kind of interval after its plan', () => {
    const votes = plainVotes(110, 90, 0);
    const planned = summarizeResults(studyOf({ votes: votes.slice(0, 100), cases: 100 })).verdict;
    const extended = summarizeResults(
      studyOf({ votes, settings: { plan: { cases: 100, judgementsPerTask: 1 } } }),
    ).verdict;
    assert.deepEqual(
      [planned.plan.phase, extended.plan.phase, extended.interval?.kind],
      ['at_end', 'past_plan', 'past_plan'],
    );
    assert.deepEqual([extended.plan.cases, extended.plan.completed_cases], [100, 200]);
  });

  it('holds for other annotators from five annotators on', () => {
    const votes = plainVotes(90, 30, 0);
    const by = (annotators: number) =>
      summarizeResults(
        studyOf({ votes: votes.map((vote) => ({ ...vote, annotator: vote.case % annotators })) }),
      ).verdict.other_annotators;
    assert.deepEqual([by(3).word, by(3).annotators_needed], ['too_few_annotators', 2]);
    assert.deepEqual([by(8).word, by(8).annotators_needed], ['better', 0]);
  });

  it('warns of sides that are uneven by more than chance', () => {
    // A variant was left in `left` of `all` votes: 58 % of 24 is chance, of 2,400 it is not.
    for (const [left, all, expected] of [
      [14, 24, false],
      [1_400, 2_400, true],
      [24, 24, true],
      [1_260, 2_400, false],
    ] as const) {
      const votes = plainVotes(all, 0, 0).map((vote, i) =>
        i < left ? { ...vote, left: 0, right: 1 } : { ...vote, left: 1, right: 0 },
      );
      const { warnings } = summarizeResults(studyOf({ votes }));
      assert.equal(warnings.includes('side_imbalance'), expected, `${left} of ${all}`);
    }
  });

  it('warns when it depends on how ties are counted', () => {
    for (const [votes, expected] of [
      [plainVotes(14, 4, 30), true],
      [plainVotes(70, 40, 900), false],
    ] as const) {
      const { two_variants: two, verdict } = summarizeResults(
        studyOf({ votes: votes.map((vote) => ({ ...vote, annotator: vote.case % 4 })) }),
      );
      const { sensitive, ...words } = two?.tie_sensitivity ?? { sensitive: undefined };
      assert.equal(sensitive, expected);
      assert.equal(new Set(Object.values(words)).size > 1, expected);
      assert.equal(verdict.warnings.includes('sensitive_to_ties'), expected);
    }
  });

  it('does not warn of ties where there are none', () => {
    const { two_variants: two, verdict } = summarizeResults(
      studyOf({ votes: plainVotes(6, 0, 0), cases: 6 }),
    );
    assert.equal(two?.tie_sensitivity.sensitive, false);
    assert.ok(!verdict.warnings.includes('sensitive_to_ties'));
  });

  it('counts both bad as half, separately from ties', () => {
    const votes = plainVotes(20, 10, 10).map((vote) =>
      vote.outcome === 2 ? { ...vote, outcome: BOTH_BAD } : vote,
    );
    const { two_variants: two } = summarizeResults(studyOf({ votes }));
    assert.deepEqual([two?.counts.ties, two?.counts.both_bad], [0, 10]);
    assert.equal(two?.both_bad_rate.estimate, 0.25);
    assert.equal(two?.score_win_rate.estimate, 25 / 40);
  });

  it('counts votes of the original API, whose sides are unknown', () => {
    const choices = plainVotes(40, 10, 4).map(({ case: position, annotator }, i) => ({
      case: position,
      annotator,
      chosen: i < 40 ? 1 : i < 50 ? 0 : i < 52 ? -1 : -2,
    }));
    const { two_variants: two, bias, warnings } = summarizeResults(studyOf({ choices }));
    assert.deepEqual(two?.counts, { wins: 40, ties: 2, both_bad: 2, losses: 10 });
    assert.deepEqual(bias.position?.effect.warnings, ['sides_unknown']);
    assert.ok(warnings.includes('sides_unknown'));
  });

  it('rarely calls one of two equal variants better at any of many looks', () => {
    let alarms = 0;
    const studies = 200;
    for (let seed = 1; seed <= studies; seed += 1) {
      const votes = simulatedVotes({ seed, cases: 120, annotators: 4, perCase: 2, caseSd: 1 });
      const { lines } = summarizeSeries(studyOf({ votes, settings: { judgementsPerTask: 2 } }));
      if (lines[0]?.points.some(({ low, high }) => (low ?? 0) > 0.5 || (high ?? 1) < 0.5)) {
        alarms += 1;
      }
    }
    // 5 % and two Monte Carlo errors.
    assert.ok(alarms / studies <= 0.05 + 2 * Math.sqrt((0.05 * 0.95) / studies), `${alarms}`);
  });
});

describe('the verdict on several variants', () => {
  it('names the best when it beats each of the others', () => {
    const votes = simulatedVotes({
      cases: 400,
      annotators: 6,
      perCase: 6,
      variants: 3,
      step: 1,
      caseSd: 0.3,
    });
    const { verdict, several_variants: several } = summarizeResults(
      studyOf({ variants: 3, votes }),
    );
    assert.deepEqual([verdict.word, verdict.leader], ['better', variantId(2)]);
    assert.equal(verdict.against, variantId(1));
    assert.deepEqual(
      several?.variants.map(({ rank_best, rank_worst }) => [rank_best, rank_worst]),
      [
        [3, 3],
        [2, 2],
        [1, 1],
      ],
    );
    assert.equal(several?.groups.length, 1);
    assert.equal(several?.differences.length, 3);
    assert.ok(several?.differences.every(({ difference }) => (difference.interval?.low ?? -1) > 0));
  });

  it('rarely finds a best variant among equals', () => {
    let alarms = 0;
    const studies = 60;
    for (let seed = 1; seed <= studies; seed += 1) {
      const votes = simulatedVotes({ seed, cases: 60, annotators: 4, perCase: 3, variants: 3 });
      const { verdict } = summarizeResults(studyOf({ variants: 3, votes }));
      if (verdict.leader !== null) alarms += 1;
    }
    assert.ok(alarms / studies <= 0.05 + 2 * Math.sqrt((0.05 * 0.95) / studies), `${alarms}`);
  });

  it('rarely finds a difference between equals where each scenario compares one pair', () => {
    let alarms = 0;
    const studies = 120;
    for (let seed = 1; seed <= studies; seed += 1) {
      const all = { seed, cases: 60, annotators: 1, perCase: 1, variants: 4, tieShare: 0 };
      const votes = simulatedVotes(all).filter((vote, i) => i % 6 === vote.case % 6);
      const { several_variants: several } = summarizeResults(
        studyOf({ variants: 4, votes, settings: { pairsPerCase: 1 } }),
      );
      if (several?.differences.some(({ known }) => known !== 'not_yet_clear')) alarms += 1;
    }
    assert.ok(alarms / studies <= 0.05 + 2 * Math.sqrt((0.05 * 0.95) / studies), `${alarms}`);
  });

  it('rarely has a cell among equals whose interval excludes an even split', () => {
    const studies = 60;
    let alarms = 0;
    for (let seed = 1; seed <= studies; seed += 1) {
      const votes = simulatedVotes({ seed, cases: 30, annotators: 3, perCase: 1, variants: 6 });
      const { several_variants: several } = summarizeResults(studyOf({ variants: 6, votes }));
      const isFound = several?.win_matrix.some(({ win_rate: { interval } }) => {
        return interval !== null && (interval.low > 0.5 || interval.high < 0.5);
      });
      if (isFound) alarms += 1;
    }
    assert.ok(alarms / studies <= 0.05 + 2 * Math.sqrt((0.05 * 0.95) / studies), `${alarms}`);
  });

  it('rarely has a variant among equals whose win rate excludes an even split', () => {
    const studies = 60;
    let alarms = 0;
    for (let seed = 1; seed <= studies; seed += 1) {
      const votes = simulatedVotes({ seed, cases: 30, annotators: 3, perCase: 1, variants: 6 });
      const study = studyOf({ variants: 6, votes, settings: { level: 0.9 } });
      const isFound = summarizeResults(study).several_variants?.variants.some(({ win_rate }) => {
        const { interval } = win_rate;
        return interval !== null && (interval.low > 0.5 || interval.high < 0.5);
      });
      if (isFound) alarms += 1;
    }
    assert.ok(alarms / studies <= 0.1 + 2 * Math.sqrt((0.1 * 0.9) / studies), `${alarms}`);
  });

  it('names the groups of variants that were never compared with each other', () => {
    const votes = Array.from({ length: 40 }, (_, i) => ({
      case: i,
      annotator: 0,
      left: i % 2 === 0 ? 0 : 2,
      right: i % 2 === 0 ? 1 : 3,
      outcome: i % 3 === 0 ? 1 : 0,
    }));
    const { several_variants: several, verdict } = summarizeResults(
      studyOf({ variants: 4, votes, settings: { pairsPerCase: 1 } }),
    );
    assert.deepEqual(several?.groups, [
      [variantId(0), variantId(1)],
      [variantId(2), variantId(3)],
    ]);
    assert.ok(several?.warnings.includes('not_connected'));
    assert.equal(verdict.settled, false);
  });

  it('counts one choice among all as one observation', () => {
    const choices = Array.from({ length: 90 }, (_, i) => ({
      case: i,
      annotator: i % 3,
      chosen: i % 9 < 6 ? 2 : i % 9 < 8 ? 1 : 0,
    }));
    const { several_variants: several, verdict } = summarizeResults(
      studyOf({ variants: 3, choices }),
    );
    // 60, 20 and 10 of 90 choices.
    const gaps = several?.differences.map(({ difference }) => difference.estimate ?? 0) ?? [];
    assert.deepEqual(
      gaps.map((gap) => Math.round(gap * 90)),
      [10, 50, 40],
    );
    assert.deepEqual(
      several?.variants.map(({ win_rate }) => Math.round((win_rate.estimate ?? 0) * 90)),
      [10, 20, 60],
    );
    assert.equal(verdict.leader, variantId(2));
  });
});
