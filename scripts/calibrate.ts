import { writeFileSync } from 'node:fs';
import { type Cell, calibrationCells, isKept } from '../test/statistics/calibration/cells.ts';
import { cellsOfPeople, driftCells } from '../test/statistics/calibration/cells-of-people.ts';
import { cellsOfReview } from '../test/statistics/calibration/cells-of-review.ts';
import {
  correlationsOf,
  handOut,
  isUnrelated,
  LONG_DESIGNS,
} from '../test/statistics/calibration/order-designs.ts';
import { effectAtStop } from '../test/statistics/calibration/plan.ts';
import { REVIEW } from '../test/statistics/calibration/review.ts';
import type { Rate } from '../test/statistics/calibration/simulation.ts';

/**
 * `npm run calibrate [-- FACTOR]`: simulates every figure that the statistics promise, with the
 * product's own functions. Prints each beside its mark with its Monte Carlo error, fails if a mark
 * is missed by more than two of these errors, and in full length (factor 1) writes
 * docs/statistics/calibration.md.
 */
const factor = Number(process.argv[2] ?? 1);
let missed = 0;
const lines: string[] = [];
let group = '';
const handed = await handOut(LONG_DESIGNS);
const drifting = driftCells(handed.get(LONG_DESIGNS.scores) ?? []);
for (const cell of [...calibrationCells(), ...drifting, ...cellsOfPeople(), ...cellsOfReview()]) {
  if (cell.group !== group) beginGroup(cell.group);
  group = cell.group;
  report(cell, cell.measure(Math.max(50, Math.round(cell.repeats * factor))));
}
reportEarlyStops();
reportOrder();
if (factor === 1) writeFileSync('docs/statistics/calibration.md', pageOf(lines));
process.exitCode = missed === 0 ? 0 : 1;

function beginGroup(title: string): void {
  console.log(`\n${title}`);
  lines.push('', `## ${title}`, '', '| | mark | measured | before |', '| --- | --- | --- | --- |');
}

function report(cell: Cell, rate: Rate): void {
  const kept = isKept(cell, rate);
  if (!kept) missed += 1;
  const measured = `${percent(rate.rate)} ± ${percent(rate.errorAt(rate.rate))}`;
  const mark = `${cell.relation} ${percent(cell.mark)}`;
  console.log(`${kept ? 'ok  ' : 'MISS'} ${cell.name}: ${measured} (${mark}, ${rate.repeats})`);
  lines.push(
    `| ${cell.name} | ${mark} | ${measured}${kept ? '' : ', missed'} | ${cell.before ?? ''} |`,
  );
}

/** Shown 0.65 where 0.58 is true: half of that bias is the mark. */
function reportEarlyStops(): void {
  beginGroup('Studies that stop early: mean win rate shown, 0.58 in truth');
  const design = { variants: 2, cases: 200, step: Math.log(0.58 / 0.42), caseSd: 0, tieShare: 0 };
  const repeats = Math.max(50, Math.round(1500 * factor));
  const effect = effectAtStop({ design, kind: 'votes', repeats, seed: 103 });
  const isKept = Math.abs(effect.adjusted - 0.58) <= 0.035;
  if (!isKept) missed += 1;
  const text = `${effect.adjusted.toFixed(3)} adjusted, ${effect.shown.toFixed(3)} plain, of ${effect.stopped} early stops in ${repeats}`;
  console.log(`${isKept ? 'ok  ' : 'MISS'} ${text}`);
  lines.push(`| adjusted estimate, plan 200 | 0.58 ± 0.035 | ${text} | 0.65 |`);
}

/** If these correlations are only chance, time cannot look like a difference between variants. */
function reportOrder(): void {
  beginGroup('Rank correlation between place in time and what is shown, 200 annotators each');
  for (const [name, design] of Object.entries({
    'scored outputs: variant': LONG_DESIGNS.scores,
    'three pairs of 3 variants: pair': LONG_DESIGNS.pairs,
    'one of three pairs: pair': LONG_DESIGNS.onePair,
    'two of six pairs: pair': LONG_DESIGNS.twoPairs ?? LONG_DESIGNS.pairs,
  })) {
    const sequences = handed.get(design) ?? [];
    const correlations = correlationsOf(design, sequences);
    const isKept = correlations.every(isUnrelated);
    if (!isKept) missed += 1;
    const text = correlations
      .map(({ estimate, standardError }) => `${estimate.toFixed(4)} ± ${standardError.toFixed(4)}`)
      .join(', ');
    console.log(`${isKept ? 'ok  ' : 'MISS'} ${name}: ${text}`);
    const before = name.startsWith('scored') ? 'above 0.8 (one variant after the other)' : '';
    lines.push(`| ${name} | 0 within 3 errors of at most 0.01 | ${text} | ${before} |`);
  }
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function pageOf(table: readonly string[]): string {
  return [
    '# Calibration',
    '',
    'A nominal 95 % interval that covers 80 % is worse than none, so every figure below is simulated with fixed seeds, through the same functions that make the results of an evaluation. `npm run calibrate` measures them, writes this page and fails when a mark is missed by more than two Monte Carlo standard errors; `test/statistics/calibration.test.ts` is the short form. “Before” is what was measured when intervals for one look were shown at every look.',
    '',
    '## What an outside review found, and where it is measured now',
    '',
    '| seen | before | now |',
    '| --- | --- | --- |',
    ...REVIEW.map((row) => `| ${row.join(' | ')} |`),
    ...table,
    '',
  ].join('\n');
}
