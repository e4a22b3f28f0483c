import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  clopperPearsonInterval,
  wilsonInterval,
} from '../../../src/statistics/intervals/proportions.ts';
import { tieCorrectedWinRate, winRate } from '../../../src/statistics/pairwise/win-rate.ts';
import { newcombeDifference } from '../references/newcombe.ts';
import {
  check,
  containsEstimate,
  nested,
  points,
  sameNumbers,
  shuffled,
  type Vote,
  votesArbitrary,
} from './votes.ts';

describe('rates', () => {
  const counts = fc
    .tuple(fc.nat(200), fc.nat(200), fc.nat(200))
    .filter(([a, b, c]) => a + b + c > 0);

  it('contain their estimate, stay inside [0, 1] and widen with confidence', () => {
    check(
      fc.property(counts, ([wins, ties, losses]) => {
        const data = { successes: wins, n: wins + losses + ties };
        for (const rate of [
          (confidence: number) => wilsonInterval(data, { confidence }),
          (confidence: number) => clopperPearsonInterval(data, { confidence }),
          (confidence: number) => tieCorrectedWinRate({ wins, ties, losses }, { confidence }),
        ]) {
          const narrow = rate(0.9);
          const wide = rate(0.99);
          containsEstimate(narrow);
          assert.ok((wide.interval?.low ?? -1) >= 0 && (wide.interval?.high ?? 2) <= 1);
          nested(narrow.interval, wide.interval);
        }
      }),
      200,
    );
  });

  it('mirror when wins and losses are exchanged', () => {
    check(
      fc.property(counts, ([wins, ties, losses]) => {
        const rate = tieCorrectedWinRate({ wins, ties, losses }).interval;
        const mirror = tieCorrectedWinRate({ wins: losses, ties, losses: wins }).interval;
        sameNumbers(
          [rate?.low ?? 0, rate?.high ?? 0],
          [1 - (mirror?.high ?? 0), 1 - (mirror?.low ?? 0)],
        );
      }),
      200,
    );
  });

  it('without ties the tie-corrected interval is Wilson’s', () => {
    check(
      fc.property(fc.nat(300), fc.integer({ min: 1, max: 300 }), (wins, losses) => {
        const corrected = tieCorrectedWinRate({ wins, ties: 0, losses }).interval;
        const wilson = wilsonInterval({ successes: wins, n: wins + losses }).interval;
        sameNumbers(
          [corrected?.low ?? 0, corrected?.high ?? 0],
          [wilson?.low ?? 1, wilson?.high ?? 1],
        );
      }),
      200,
    );
  });

  it('of two samples change sign when the samples are exchanged', () => {
    check(
      fc.property(fc.nat(50), fc.nat(50), (x, y) => {
        const d = newcombeDifference({ successes: x, n: 50 }, { successes: y, n: 60 });
        const e = newcombeDifference({ successes: y, n: 60 }, { successes: x, n: 50 });
        containsEstimate(d);
        sameNumbers([d.interval?.low ?? 0], [-(e.interval?.high ?? 0)]);
      }),
    );
  });

  it('clustered, do not depend on row order, mirror with the sides and widen with confidence', () => {
    check(
      fc.property(votesArbitrary, fc.nat(), (votes, key) => {
        const rate = (
          list: readonly Vote[],
          confidence = 0.95,
          flip: 'as-is' | 'mirrored' = 'as-is',
        ) =>
          winRate(
            {
              points: list.map((v) => (flip === 'mirrored' ? 1 - points(v) : points(v))),
              cases: list.map((v) => v.case),
              annotators: list.map((v) => v.annotator),
            },
            { confidence },
          );
        const base = rate(votes);
        containsEstimate(base);
        nested(rate(votes, 0.8).interval, base.interval);
        const other = rate(shuffled(votes, key));
        sameNumbers(
          [base.estimate ?? 0, base.interval?.low ?? 0],
          [other.estimate ?? 0, other.interval?.low ?? 0],
        );
        const mirror = rate(votes, 0.95, 'mirrored');
        sameNumbers([base.interval?.low ?? 0], [1 - (mirror.interval?.high ?? 1)]);
      }),
    );
  });
});
