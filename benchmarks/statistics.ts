import { krippendorffAlpha } from '../src/statistics/agreement/krippendorff.ts';
import { packCodes } from '../src/statistics/agreement/unit-ratings.ts';
import { createRandom } from '../src/statistics/numerics/random.ts';
import {
  addVotes,
  emptyVoteTable,
  groupCells,
  pairRows,
  voteCells,
} from '../src/statistics/pairwise/aggregate.ts';
import { davidson } from '../src/statistics/pairwise/davidson.ts';
import { bettingConfidenceSequence } from '../test/statistics/references/always-valid.ts';
import { clusterInfluence } from '../test/statistics/references/cluster-influence.ts';
import {
  allPairs,
  simultaneousIntervals,
} from '../test/statistics/references/multiplier-bootstrap.ts';
import { askPython, type ReferenceAnswers } from './python-reference.ts';

/**
 * Speed of the statistics on one core, each against the same work done naively in the same run and,
 * if Python has numpy and scipy, against these on the same data. `node benchmarks/statistics.ts
 * [votes]`; by default 10 million votes. Times are those of the first full run in the process; only
 * the betting sequence is warmed up, with 500 cases.
 */
const VOTES = Number(process.argv[2] ?? 10_000_000);
const VARIANTS = 100;

interface Measured {
  readonly work: Work;
  readonly name: string;
  readonly limitMs: number;
  readonly ms: number;
  readonly naiveMs: number;
  /** The share of the work that the naive version did; its time is scaled up by it. */
  readonly naiveShare: number;
}

type Work = keyof ReferenceAnswers | 'sequence';

const results: Measured[] = [];
const votes = simulateVotes(VOTES);
const table = aggregation();
const abilities = davidsonFit();
const influence = bootstrapDraws();
const { ratings, alpha } = alphaOfManyRatings();
bettingSequence();
const python = askPython({ variants: VARIANTS, votes, influence, ratings });
print();

function simulateVotes(count: number) {
  const random = createRandom(1);
  const first = new Uint8Array(count);
  const second = new Uint8Array(count);
  const outcome = new Uint8Array(count);
  const cases = new Uint32Array(count);
  for (let v = 0; v < count; v += 1) {
    const i = random.below(VARIANTS);
    const j = (i + 1 + random.below(VARIANTS - 1)) % VARIANTS;
    const u = random.uniform();
    const win = 0.75 / (1 + Math.exp((j - i) * 0.02));
    first[v] = i;
    second[v] = j;
    outcome[v] = u < win ? 0 : u < 0.75 ? 1 : u < 0.95 ? 2 : 3;
    cases[v] = v % 1000;
  }
  return { first, second, outcome, cases };
}

function time(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function record(
  { work, name, limitMs }: Pick<Measured, 'work' | 'name' | 'limitMs'>,
  ms: number,
  naive: { ms: number; share: number },
): void {
  const naiveMs = naive.ms / naive.share;
  results.push({ work, name, limitMs, ms, naiveMs, naiveShare: naive.share });
}

function aggregation() {
  const counted = emptyVoteTable(VARIANTS);
  const ms = time(() => addVotes(counted, votes));
  const share = 0.1;
  const naive = time(() => {
    const groups = new Map<string, number>();
    for (let v = 0; v < VOTES * share; v += 1) {
      const key = `${votes.first[v]}|${votes.second[v]}|${votes.outcome[v]}`;
      groups.set(key, (groups.get(key) ?? 0) + 1);
    }
  });
  const name = `aggregate ${VOTES.toLocaleString('en')} votes, ${VARIANTS} variants`;
  record({ work: 'aggregate', name, limitMs: 300 }, ms, { ms: naive, share });
  return counted;
}

function davidsonFit(): Float64Array {
  const rows = pairRows(table);
  let fit: ReturnType<typeof davidson> | undefined;
  const ms = time(() => {
    fit = davidson(rows);
  });
  const share = 0.01;
  const naive = time(() => rowwiseStep(Math.floor(VOTES * share)));
  // A fit without sufficient statistics passes over every vote in each of about six Newton steps.
  const name = 'Bradley–Terry–Davidson fit';
  record({ work: 'fit', name, limitMs: 200 }, ms, { ms: naive * 6, share });
  return fit?.solution?.parameters.subarray(0, VARIANTS) ?? new Float64Array(0);
}

/** One gradient and Hessian pass over raw votes. */
function rowwiseStep(count: number): void {
  const size = VARIANTS + 1;
  const gradient = new Float64Array(size);
  const hessian = new Float64Array(size * size);
  const touch = (into: Float64Array, at: number, value: number): void => {
    into[at] = (into[at] ?? 0) + value;
  };
  for (let v = 0; v < count; v += 1) {
    const i = votes.first[v] ?? 0;
    const j = votes.second[v] ?? 0;
    const weights = [Math.exp((i - j) * 0.01), Math.exp((j - i) * 0.01), 0.5];
    const total = weights.reduce((sum, w) => sum + w, 0);
    const [first = 0, second = 0, tied = 0] = weights.map((w) => w / total);
    const lean = (first - second) / 2;
    const spread = (first + second) / 4 - lean * lean;
    touch(gradient, i, 0.5 - lean);
    touch(gradient, j, lean - 0.5);
    touch(gradient, VARIANTS, -tied);
    for (const [a, b, sign] of [
      [i, i, 1],
      [j, j, 1],
      [i, j, -1],
      [j, i, -1],
    ] as const) {
      touch(hessian, a * size + b, sign * spread);
    }
    touch(hessian, VARIANTS * size + VARIANTS, tied * (1 - tied));
  }
}

function bootstrapDraws(): readonly Float64Array[] {
  const rows = pairRows(table);
  const fit = davidson(rows);
  const { solution } = fit;
  if (solution === null) throw new Error('the simulated votes must identify the abilities');
  const size = { variants: VARIANTS, clusters: 1000 };
  const cells = groupCells(voteCells(votes, VARIANTS), votes.cases, size);
  const influence = clusterInfluence(solution, cells).map((psi) => psi.subarray(0, VARIANTS));
  const estimates = solution.parameters.subarray(0, VARIANTS);
  const ms = time(() => {
    simultaneousIntervals(
      { estimates, influence, pairs: allPairs(VARIANTS) },
      { random: createRandom(7), draws: 2000 },
    );
  });
  const share = 20 / 2000;
  const naive = time(() => {
    for (let d = 0; d < 20; d += 1) davidson(rows);
  });
  const name = '2,000 multiplier draws, 1,000 cases, 4,950 differences';
  record({ work: 'draws', name, limitMs: 2000 }, ms, { ms: naive, share });
  return influence;
}

function alphaOfManyRatings() {
  const units = 200_000;
  const random = createRandom(3);
  const unit = Int32Array.from({ length: units * 5 }, (_, i) => Math.floor(i / 5));
  const value = Float64Array.from(unit, (u) => ((u % 5) + (random.uniform() < 0.3 ? 1 : 0)) % 5);
  let alpha: number | null = null;
  const ms = time(() => {
    const code = new Int32Array(value);
    const packed = packCodes({ unit, units, code, categories: [0, 1, 2, 3, 4] });
    alpha = krippendorffAlpha(packed, { metric: 'ordinal' }).estimate;
  });
  const share = 0.02;
  const naive = time(() => alphaByPairs(unit, value, Math.floor(units * share)));
  const name = 'Krippendorff alpha (ordinal, with error), 1,000,000 ratings';
  record({ work: 'alpha', name, limitMs: 500 }, ms, { ms: naive, share });
  return { ratings: value, alpha: alpha ?? Number.NaN };
}

/** Alpha with a Map per unit and every pair of raters, nominal only: less work than ours. */
function alphaByPairs(unit: Int32Array, value: Float64Array, units: number): number {
  const byUnit = new Map<number, number[]>();
  for (let i = 0; i < units * 5; i += 1) {
    const list = byUnit.get(unit[i] ?? 0) ?? [];
    byUnit.set(unit[i] ?? 0, list);
    list.push(value[i] ?? 0);
  }
  const pairs = new Map<string, number>();
  for (const list of byUnit.values()) {
    for (let a = 0; a < list.length; a += 1) {
      for (let b = 0; b < list.length; b += 1) {
        if (a === b) continue;
        const key = `${list[a]}|${list[b]}`;
        pairs.set(key, (pairs.get(key) ?? 0) + 1 / (list.length - 1));
      }
    }
  }
  return pairs.size;
}

function bettingSequence(): void {
  const random = createRandom(5);
  const values = Array.from({ length: 10_000 }, () => (random.uniform() < 0.52 ? 1 : 0));
  bettingConfidenceSequence(values.slice(0, 500));
  const ms = time(() => bettingConfidenceSequence(values));
  const share = 0.1;
  const naive = time(() => {
    for (let g = 0; g <= 1000 * share; g += 1) {
      const m = g / 1000;
      let up = 0;
      let down = 0;
      for (const x of values) {
        up += Math.log(1 + Math.min(0.1, 0.5 / (m + 1e-9)) * (x - m));
        down += Math.log(1 - Math.min(0.1, 0.5 / (1 - m + 1e-9)) * (x - m));
      }
      if (Number.isNaN(up + down)) throw new Error('unreachable');
    }
  });
  const name = 'betting sequence, 10,000 cases, 1,001-point grid';
  record({ work: 'sequence', name, limitMs: 150 }, ms, { ms: naive, share });
}

function print(): void {
  for (const { work, name, limitMs, ms, naiveMs, naiveShare } of results) {
    const verdict = ms <= limitMs ? 'within' : 'OVER';
    const scaled = naiveShare < 1 ? ` (scaled from ${(naiveShare * 100).toPrecision(2)} %)` : '';
    console.log(
      `${name}: ${ms.toFixed(1)} ms, ${verdict} ${limitMs} ms; naive ${naiveMs.toFixed(0)} ms${scaled}, ${(naiveMs / ms).toFixed(1)}× slower${comparedWithPython(work, ms)}`,
    );
  }
  if (python === undefined) console.log('Python with numpy and scipy: not installed');
  if (results.some(({ ms, limitMs }) => ms > limitMs)) process.exitCode = 1;
}

function comparedWithPython(work: Work, ms: number): string {
  if (python === undefined || work === 'sequence') return '';
  const theirs = python[work].ms;
  return `; numpy ${theirs.toFixed(0)} ms, ${(theirs / ms).toFixed(1)}×${differenceIn(work, python)}`;
}

/** Compares abilities relative to the first, which Python fixes at 0. */
function differenceIn(work: Work, { fit, alpha: theirs }: ReferenceAnswers): string {
  const [base = 0] = abilities;
  const gaps = fit.abilities.map((ability, i) => Math.abs((abilities[i] ?? 0) - base - ability));
  if (work === 'fit') return `, abilities differ by at most ${Math.max(...gaps).toExponential(1)}`;
  if (work !== 'alpha') return '';
  return `, α differs by ${Math.abs(alpha - theirs.estimate).toExponential(1)}`;
}
