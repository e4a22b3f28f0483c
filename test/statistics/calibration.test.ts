import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { agreementCoverage } from './calibration/agreement.ts';
import { calibrationCells, isKept } from './calibration/cells.ts';
import { POOLED, POOLED_FIGURES } from './calibration/cells-of-people.ts';
import {
  effectiveCoverage,
  exactTieCoverage,
  ppiCoverage,
  twoWayCoverage,
} from './calibration/coverage.ts';
import { falseMarks } from './calibration/false-marks.ts';
import { falseWinners } from './calibration/false-winners.ts';
import {
  falseAlarmsOfBetting,
  falseAlarmsOfPlainTest,
  falseAlarmsOfVotes,
  sequentialPower,
} from './calibration/peeking.ts';
import { effectAtStop } from './calibration/plan.ts';
import { poolingFigures } from './calibration/pooling.ts';
import { atLeast, atMost, type Rate } from './calibration/simulation.ts';

/** The short form of `npm run calibrate`: fixed seeds, fewer repeats, same marks. */
describe('peeking at two identical variants', () => {
  for (const sd of [0, 1, 2]) {
    it(`calls one better in at most 5 % of studies when cases differ by sd ${sd}`, (context) => {
      const rate = falseAlarmsOfBetting(1200, sd, 11);
      context.diagnostic(`rate ${rate.rate}`);
      assert.ok(atMost(rate, 0.05), described(rate));
    });
  }

  it('raises false alarms when votes are fed as if they were cases', () => {
    assert.ok(falseAlarmsOfVotes(400, 2, 12).rate > 0.1);
  });

  it('raises false alarms with a plain test looked at every ten votes', () => {
    assert.ok(falseAlarmsOfPlainTest(1000, 13).rate > 0.15);
  });

  it('settles a decisive rate of 0.6 within 600 votes in at least 95 % of studies', (context) => {
    const rate = sequentialPower(500, 0.6, 14);
    context.diagnostic(`rate ${rate.rate}`);
    assert.ok(atLeast(rate, 0.95), described(rate));
  });
});

describe('coverage of nominal 95 % intervals', () => {
  for (const [cases, annotators] of [
    [50, 6],
    [100, 5],
    [200, 10],
    [100, 40],
  ] as const) {
    it(`holds for new cases and annotators with ${cases} cases and ${annotators} annotators`, (context) => {
      const rate = twoWayCoverage({ cases, annotators, repeats: 600, seed: 21 });
      context.diagnostic(`rate ${rate.rate}`);
      assert.ok(atLeast(rate, 0.94), described(rate));
    });
  }

  for (const centre of [0, 2.2, 3.5]) {
    for (const cases of [20, 100]) {
      it(`holds for ${cases} cases of 2–3 votes around logit ${centre}`, (context) => {
        const { ours } = effectiveCoverage({ centre, caseSd: 1, cases, repeats: 500, seed: 22 });
        context.diagnostic(`rate ${ours.rate}`);
        assert.ok(atLeast(ours, 0.94), described(ours));
      });
    }
  }

  it('is lost by Wilson on votes when cases differ strongly, and kept by the effective sample size', () => {
    const design = { centre: 0, caseSd: 2, cases: 100, repeats: 800, seed: 24 };
    const { ours, naive } = effectiveCoverage(design);
    assert.ok(naive.rate < 0.92, described(naive));
    assert.ok(atLeast(ours, 0.94), described(ours));
  });

  it('is at least 0.93 for the tie-corrected interval at every tie share, by enumeration', () => {
    for (const n of [10, 20, 50, 100, 200]) {
      for (const ties of [0, 0.1, 0.3, 0.5, 0.7]) {
        const coverage = exactTieCoverage(n, ties);
        assert.ok(coverage >= 0.93, `${coverage} at n ${n}, ties ${ties}`);
      }
    }
  });

  for (const accuracy of [0.65, 0.85, 0.95]) {
    it(`holds for people and a judge of accuracy ${accuracy} together`, (context) => {
      const rate = ppiCoverage({ accuracy, n: 100, repeats: 1000, seed: 23 });
      context.diagnostic(`rate ${rate.rate}`);
      assert.ok(atLeast(rate, 0.93), described(rate));
    });
  }
});

describe('agreement', () => {
  for (const [variants, cases] of [
    [5, 30],
    [2, 20],
    [2, 60],
  ] as const) {
    it(`is covered in at least 92 % of studies: ${variants} variants, ${cases} scenarios`, (context) => {
      const rates = agreementCoverage({ variants, cases, repeats: 250, seed: 41 });
      for (const [measure, rate] of Object.entries(rates)) {
        context.diagnostic(`${measure} ${rate.rate}`);
        assert.ok(atLeast(rate, 0.92), `${measure}: ${described(rate)}`);
      }
    });
  }
});

describe('honest annotators', () => {
  for (const [kind, variants, step] of [
    ['votes', 2, 2],
    ['votes', 5, 0.5],
    ['scores', 2, 0.3],
  ] as const) {
    it(`are marked in at most 1 % of studies: ${kind} on ${variants} variants`, (context) => {
      const rate = falseMarks({ kind, variants, step, repeats: 300, seed: 42 });
      context.diagnostic(`rate ${rate.rate}`);
      assert.ok(atMost(rate, 0.01), described(rate));
    });
  }
});

describe('identical variants', () => {
  for (const [variants, naiveAbove, unadjustedAbove] of [
    [3, 0.15, 0.08],
    [6, 0.35, 0.2],
    [10, 0.55, 0.4],
  ] as const) {
    it(`give a false winner among ${variants} in at most 7 % of studies, and far more often naively`, (context) => {
      const result = falseWinners(variants, 300, 31);
      context.diagnostic(JSON.stringify(result));
      const errorAt = (mark: number): number => Math.sqrt((mark * (1 - mark)) / result.repeats);
      assert.ok(atMost({ rate: result.simultaneous, repeats: result.repeats, errorAt }, 0.07));
      assert.ok(result.naive > naiveAbove);
      assert.ok(result.unadjusted > unadjustedAbove);
    });
  }
});

/** Each group of promised figures in its hardest cell or two, with fewer repeats. */
describe('figures that the product promises', () => {
  const short = [
    'one judgement per scenario, no ties, plan 50',
    'three judgements per scenario, plan 200',
    'scores from 1 to 5, plan 20',
    '6 variants, 5 scenarios',
    '3 variants, 50 scenarios',
    'scores 0 to 100, difference 5, sd 10, 120 scenarios: found',
    'taste sd 0.6, 5 annotators, 100 scenarios',
    'votes, plan 50',
    'taste sd 0.6, 5 annotators, 100 scenarios of 3, votes',
    'taste sd 0.3, 20 annotators, 100 scenarios of 1, scores',
  ];
  const cells = calibrationCells();

  it('are all found by name', () => {
    const names = [...cells, ...POOLED].map(({ name }) => name);
    assert.deepEqual(
      short.filter((name) => !names.includes(name)),
      [],
    );
  });

  for (const cell of cells.filter(({ name }) => short.includes(name))) {
    it(`${cell.group}: ${cell.name}`, (context) => {
      const rate = cell.measure(250);
      context.diagnostic(`rate ${rate.rate}`);
      assert.ok(isKept(cell, rate), described(rate));
    });
  }

  for (const { name, study } of POOLED.filter(({ name }) => short.includes(name))) {
    it(`Results of single annotators: ${name}`, (context) => {
      const figures = poolingFigures({ ...study, repeats: 100 });
      for (const { figure, group, relation, mark } of POOLED_FIGURES) {
        const rate = figures[figure];
        context.diagnostic(`${figure} ${rate.rate}`);
        assert.ok(isKept({ relation, mark }, rate), `${group}: ${described(rate)}`);
      }
    });
  }

  it('studies that stop early show an effect with at most half of the old bias', () => {
    const design = { variants: 2, cases: 200, step: Math.log(0.58 / 0.42), caseSd: 0, tieShare: 0 };
    const result = effectAtStop({ design, kind: 'votes', repeats: 200, seed: 103 });
    assert.ok(Math.abs(result.adjusted - 0.58) <= 0.035, JSON.stringify(result));
  });
});

function described(rate: Rate): string {
  return `rate ${rate.rate} over ${rate.repeats} repeats`;
}
