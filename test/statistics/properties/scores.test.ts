import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { gwetAgreement } from '../../../src/statistics/agreement/gwet.ts';
import { krippendorffAlpha } from '../../../src/statistics/agreement/krippendorff.ts';
import { clusteredMean } from '../../../src/statistics/intervals/clustered-mean.ts';
import { createRandom } from '../../../src/statistics/numerics/random.ts';
import { wilcoxonSignedRank } from '../../../src/statistics/scores/wilcoxon.ts';
import { fleissKappa } from '../references/fleiss.ts';
import { packRatings } from '../references/packed-ratings.ts';
import { pairedBootstrap } from '../references/paired-bootstrap.ts';
import { pairedT } from '../references/paired-t.ts';
import { countRatings } from '../references/rating-counts.ts';
import { check, nested, sameNumbers, shuffled } from './votes.ts';

describe('scores and agreement', () => {
  const values = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 3, maxLength: 40 });

  it('paired tests do not depend on order and change sign with the variants', () => {
    check(
      fc.property(values, fc.nat(), (list, key) => {
        const other = shuffled(list, key);
        assert.equal(wilcoxonSignedRank(list).pValue, wilcoxonSignedRank(other).pValue);
        sameNumbers([pairedT(list).estimate ?? 0], [-(pairedT(list.map((d) => -d)).estimate ?? 0)]);
        sameNumbers(
          [wilcoxonSignedRank(list).estimate ?? 0],
          [-(wilcoxonSignedRank(list.map((d) => -d)).estimate ?? 0)],
        );
        const bootstrap = (d: readonly number[]) =>
          pairedBootstrap(d, { random: createRandom(3), draws: 200 });
        assert.deepEqual(bootstrap(list).percentile, bootstrap(other).percentile);
      }),
      40,
    );
  });

  it('intervals of means widen with confidence', () => {
    check(
      fc.property(values, (list) => {
        nested(
          pairedT(list, { confidence: 0.8 }).interval,
          pairedT(list, { confidence: 0.99 }).interval,
        );
        nested(
          wilcoxonSignedRank(list, { confidence: 0.6 }).interval,
          wilcoxonSignedRank(list, { confidence: 0.8 }).interval,
        );
        const clusters = list.map((_, i) => i % 5);
        const mean = (confidence: number) =>
          clusteredMean({ values: list, clusters }, { confidence });
        nested(mean(0.8).interval, mean(0.95).interval);
      }),
    );
  });

  const ratings = fc.array(
    fc.array(fc.option(fc.integer({ min: 1, max: 4 })), { minLength: 4, maxLength: 4 }),
    {
      minLength: 5,
      maxLength: 30,
    },
  );

  it('agreement does not depend on the order of units or annotators', () => {
    check(
      fc.property(ratings, fc.nat(), (units, key) => {
        const turned = shuffled(units, key).map((row) => [...row].reverse());
        for (const coefficient of [fleissKappa, gwetAgreement]) {
          const a = coefficient(countRatings(units, [1, 2, 3, 4]));
          const b = coefficient(countRatings(turned, [1, 2, 3, 4]));
          sameNumbers(
            [a.estimate ?? 0, a.standardError ?? 0],
            [b.estimate ?? 0, b.standardError ?? 0],
          );
        }
        for (const metric of ['nominal', 'ordinal', 'interval', 'ratio'] as const) {
          const a = krippendorffAlpha(packRatings(units), { metric });
          const b = krippendorffAlpha(packRatings(turned), { metric });
          sameNumbers(
            [a.estimate ?? 0, a.standardError ?? 0],
            [b.estimate ?? 0, b.standardError ?? 0],
          );
        }
      }),
    );
  });
});
