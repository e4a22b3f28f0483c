import * as coverage from '../test/statistics/calibration/coverage.ts';
import { falseWinners } from '../test/statistics/calibration/false-winners.ts';
import * as peeking from '../test/statistics/calibration/peeking.ts';
import { atLeast, atMost, type Rate } from '../test/statistics/calibration/simulation.ts';

/**
 * `npm run calibrate [-- FACTOR]`: the calibration suite with many repeats. Prints each measured rate
 * beside its mark and fails when one misses it by more than two Monte Carlo standard errors.
 */
const factor = Number(process.argv[2] ?? 1);
const repeats = (base: number): number => Math.max(50, Math.round(base * factor));
let missed = 0;

peekingRates();
coverageRates();
tieGrid();
winners();
process.exitCode = missed === 0 ? 0 : 1;

function peekingRates(): void {
  for (const sd of [0, 0.5, 1, 2]) {
    const rate = peeking.falseAlarmsOfBetting(repeats(4000), sd, 11);
    report(`false alarms, betting per case, case sd ${sd}`, rate, '≤', 0.05);
  }
  report(
    'false alarms, votes fed as cases, case sd 2',
    peeking.falseAlarmsOfVotes(repeats(1000), 2, 12),
    'fails above',
    0.1,
  );
  report(
    'false alarms, plain test every 10 votes',
    peeking.falseAlarmsOfPlainTest(repeats(4000), 13),
    'fails above',
    0.15,
  );
  report(
    'sequential power at 0.6 within 600',
    peeking.sequentialPower(repeats(2000), 0.6, 14),
    '≥',
    0.95,
  );
  const betting = peeking.bettingPower(repeats(1000), 0.6, 14);
  console.log(`  betting sequence on the same votes: ${betting.rate.toFixed(3)}`);
}

function coverageRates(): void {
  for (const [cases, annotators] of [
    [50, 6],
    [100, 5],
    [200, 10],
    [100, 40],
  ] as const) {
    const rate = coverage.twoWayCoverage({ cases, annotators, repeats: repeats(2000), seed: 21 });
    report(`two-way coverage, ${cases} cases, ${annotators} annotators`, rate, '≥', 0.94);
  }
  for (const centre of [0, 1, 2.2, 3.5]) {
    for (const cases of [20, 50, 100]) {
      const design = { centre, caseSd: 1, cases, repeats: repeats(2000), seed: 22 };
      const { ours, naive } = coverage.effectiveCoverage(design);
      report(`effective-n coverage, centre ${centre}, ${cases} cases`, ours, '≥', 0.94);
      console.log(`  naive Wilson on votes: ${naive.rate.toFixed(3)}`);
    }
  }
  const strong = { centre: 0, caseSd: 2, cases: 100, repeats: repeats(2000), seed: 24 };
  const { ours, naive } = coverage.effectiveCoverage(strong);
  report('effective-n coverage, case sd 2', ours, '≥', 0.94);
  console.log(`  naive Wilson on votes: ${naive.rate.toFixed(3)}`);
  for (const accuracy of [0.65, 0.75, 0.85, 0.95]) {
    for (const n of [100, 200]) {
      const rate = coverage.ppiCoverage({ accuracy, n, repeats: repeats(2000), seed: 23 });
      report(`PPI++ coverage, judge ${accuracy}, n ${n}`, rate, '≥', 0.93);
    }
  }
}

function tieGrid(): void {
  let lowest = 1;
  for (const n of [10, 20, 30, 50, 75, 100, 150, 200]) {
    for (const ties of [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]) {
      lowest = Math.min(lowest, coverage.exactTieCoverage(n, ties));
    }
  }
  if (lowest < 0.93) missed += 1;
  console.log(
    `tie-corrected coverage at ½, exact, lowest of the grid: ${lowest.toFixed(4)} ≥ 0.93`,
  );
}

function winners(): void {
  for (const variants of [3, 6, 10]) {
    const found = falseWinners(variants, repeats(1000), 31);
    const errorAt = (mark: number): number => Math.sqrt((mark * (1 - mark)) / found.repeats);
    const rate = { rate: found.simultaneous, repeats: found.repeats, errorAt };
    report(`any false winner among ${variants}, max-t`, rate, '≤', 0.07);
    console.log(
      `  clustered, unadjusted ${found.unadjusted.toFixed(3)}; model errors ${found.naive.toFixed(3)}`,
    );
  }
}

function report(name: string, rate: Rate, relation: '≥' | '≤' | 'fails above', mark: number): void {
  const kept =
    relation === '≤'
      ? atMost(rate, mark)
      : relation === '≥'
        ? atLeast(rate, mark)
        : rate.rate > mark;
  if (!kept) missed += 1;
  console.log(
    `${kept ? 'ok  ' : 'MISS'} ${name}: ${rate.rate.toFixed(4)} (${relation} ${mark}, ${rate.repeats} repeats)`,
  );
}
