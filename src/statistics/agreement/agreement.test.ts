import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cohenKappa, countsFromCrossTable } from '../../../test/statistics/references/cohen.ts';
import { congerKappa } from '../../../test/statistics/references/conger.ts';
import { fleissKappa } from '../../../test/statistics/references/fleiss.ts';
import {
  packColumns,
  packCounts,
  packRatings,
} from '../../../test/statistics/references/packed-ratings.ts';
import { countRatings, type Rating } from '../../../test/statistics/references/rating-counts.ts';
import { unitBootstrap } from '../../../test/statistics/references/unit-bootstrap.ts';
import { createRandom } from '../numerics/random.ts';
import { gwetAgreement } from './gwet.ts';
import { krippendorffAlpha } from './krippendorff.ts';

const units = simulate(150);

describe('agreement', () => {
  it('of two fixed annotators is Cohen’s kappa in Conger’s form', () => {
    const table = [
      [12, 3, 1],
      [2, 9, 4],
      [0, 5, 14],
    ];
    const pairs = table.flatMap((row, k) =>
      row.flatMap((n, l) => Array.from({ length: n }, () => [k, l])),
    );
    const cohen = cohenKappa(table).estimate ?? 0;
    assert.ok(
      Math.abs((congerKappa(pairs, { categories: [0, 1, 2] }).estimate ?? 9) - cohen) < 1e-12,
    );
    assert.equal(countsFromCrossTable(table).units, 50);
  });

  it('has linearised errors close to those of resampling units', () => {
    const counts = countRatings(units, [1, 2, 3, 4]);
    const half = (range: { low: number; high: number } | null): number =>
      range === null ? 0 : (range.high - range.low) / 2;
    for (const coefficient of [fleissKappa, gwetAgreement]) {
      const linear = half(coefficient(counts).interval);
      const resampled = half(
        unitBootstrap(units, (sample) => coefficient(countRatings(sample, [1, 2, 3, 4])).estimate, {
          random: createRandom(4),
          draws: 600,
        }),
      );
      assert.ok(Math.abs(resampled / linear - 1) < 0.15, `${resampled} and ${linear}`);
    }
    for (const metric of ['nominal', 'ordinal', 'interval', 'ratio'] as const) {
      const linear = half(krippendorffAlpha(packRatings(units), { metric }).interval);
      const resampled = half(
        unitBootstrap(
          units,
          (sample) => krippendorffAlpha(packRatings(sample), { metric }).estimate,
          { random: createRandom(4), draws: 600 },
        ),
      );
      assert.ok(Math.abs(resampled / linear - 1) < 0.2, `${metric}: ${resampled} and ${linear}`);
    }
  });

  it('has a linearised error of Conger’s kappa close to the jackknife over units', () => {
    const options = { categories: [1, 2, 3, 4] };
    // Annotators with different habits, one of whom rarely rates.
    const habits = units.map((row, u) =>
      row.map((r, a) =>
        a === 0 && u % 4 > 0 ? null : a === 1 && u % 2 === 0 && r !== null ? 1 : r,
      ),
    );
    const whole = congerKappa(habits, options);
    const without = habits.map(
      (_, u) => congerKappa(habits.toSpliced(u, 1), options).estimate ?? 0,
    );
    const centre = without.reduce((sum, x) => sum + x, 0) / units.length;
    const squares = without.reduce((sum, x) => sum + (x - centre) ** 2, 0);
    const jackknife = Math.sqrt((squares * (units.length - 1)) / units.length);
    const ratio = jackknife / (whole.standardError ?? 0);
    assert.ok(Math.abs(ratio - 1) < 0.02, `jackknife over linearised ${ratio}`);
  });

  it('gives Conger’s kappa of the four-rater example with missing ratings as exact fractions do', () => {
    const text = [
      '11-1',
      '2232',
      '3333',
      '3333',
      '2222',
      '1234',
      '4444',
      '1121',
      '2222',
      '-555',
      '--11',
      '--3-',
    ];
    const example = text.map((row) =>
      [...row].map((symbol) => (symbol === '-' ? null : Number(symbol))),
    );
    // (p_a − p_e)/(1 − p_e) from the definition, in rational arithmetic.
    const { estimate } = congerKappa(example, { categories: [1, 2, 3, 4, 5] });
    assert.ok(Math.abs((estimate ?? Number.NaN) - 1592 / 2087) < 1e-12, `${estimate}`);
  });

  it('reads the same alpha from rows, counts and columns', () => {
    const rows = krippendorffAlpha(packRatings(units), { metric: 'interval' });
    const counts = krippendorffAlpha(packCounts(countRatings(units)), { metric: 'interval' });
    const unit: number[] = [];
    const value: number[] = [];
    units.forEach((row, u) => {
      for (const rating of row) {
        if (typeof rating !== 'number') continue;
        unit.push(u);
        value.push(rating);
      }
    });
    const columns = krippendorffAlpha(packColumns(unit, value, units.length), {
      metric: 'interval',
    });
    for (const other of [counts, columns]) {
      assert.ok(Math.abs((other.estimate ?? 0) - (rows.estimate ?? 9)) < 1e-12);
      assert.ok(Math.abs((other.standardError ?? 0) - (rows.standardError ?? 9)) < 1e-12);
    }
  });

  it('stays high for AC1 where a dominant category depresses kappa', () => {
    const skewed = Array.from({ length: 50 }, (_, u) => (u < 2 ? [1, 2, 1] : [1, 1, 1]));
    const counts = countRatings(skewed, [1, 2]);
    assert.ok((fleissKappa(counts).estimate ?? 1) < 0.05);
    assert.ok((gwetAgreement(counts).estimate ?? 0) > 0.9);
  });
});

function simulate(count: number): Rating[][] {
  const random = createRandom(14);
  return Array.from({ length: count }, () => {
    const truth = 1 + random.below(4);
    return Array.from({ length: 4 }, () => {
      if (random.uniform() < 0.2) return null;
      const slip = random.uniform() < 0.35 ? (random.bits() & 1) * 2 - 1 : 0;
      return Math.min(4, Math.max(1, truth + slip));
    });
  });
}
