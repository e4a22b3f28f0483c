import {
  confidenceOf,
  type Interval,
  interval,
  optionWarnings,
  type Warning,
  warningList,
} from '../../../src/statistics/intervals/estimate.ts';
import { quantile } from '../../../src/statistics/numerics/quantile.ts';
import type { Random } from '../../../src/statistics/numerics/random.ts';
import {
  type AbilityFit,
  type AbilityOptions,
} from '../../../src/statistics/pairwise/ability-fit.ts';
import {
  BOTH_BAD,
  type ClusterCells,
  emptyVoteTable,
  type PairRows,
  pairRows,
  TIE,
} from '../../../src/statistics/pairwise/aggregate.ts';
import { drawsOf, drawWarnings } from './options.ts';

export interface CaseBootstrapOptions {
  readonly random: Random;
  readonly confidence?: number | undefined;
  /** 2,000 by default: with 100 the end of an interval is uncertain by 0.27 standard errors. */
  readonly draws?: number | undefined;
  readonly fit?: AbilityOptions | undefined;
}

export interface CaseBootstrap {
  readonly method: string;
  readonly n: number;
  readonly nClusters: number;
  readonly warnings: readonly Warning[];
  readonly differences: readonly {
    readonly pair: readonly [number, number];
    readonly estimate: number;
    readonly interval: Interval | null;
    readonly standardError: number;
  }[];
  readonly draws: number;
  readonly seed: number;
}

/**
 * Question: do the fast intervals agree with brute force? Estimator: resample cases with all their
 * votes, refit, percentile interval of each difference. An audit, not the default: it costs one fit per
 * draw. Assumes independent cases. Reference: Efron & Tibshirani 1993, ch. 8. The model is passed in, so
 * that any pairwise fit can be audited.
 */
export function caseBootstrap(
  cells: ClusterCells,
  model: (rows: PairRows, options?: AbilityOptions) => AbilityFit,
  options: CaseBootstrapOptions,
): CaseBootstrap {
  const { random } = options;
  const draws = drawsOf(options.draws, 2000);
  const confidence = confidenceOf(options);
  const spans = clusterSpans(cells);
  const everyone = Int32Array.from({ length: cells.clusters }, (_, g) => g);
  const whole = model(resampledRows(cells, spans, everyone), options.fit);
  const n = cells.count.reduce((sum, count) => sum + count, 0);
  const base = {
    method: 'case-bootstrap.percentile',
    n,
    nClusters: cells.clusters,
    draws,
    seed: random.seed,
  };
  if (whole.abilities === null) return { ...base, warnings: whole.warnings, differences: [] };
  const k = cells.variants;
  const samples: number[][] = Array.from({ length: k }, () => []);
  for (let d = 0; d < draws; d += 1) {
    const picks = Int32Array.from({ length: cells.clusters }, () => random.below(cells.clusters));
    const fit = model(resampledRows(cells, spans, picks), options.fit);
    fit.abilities?.forEach((ability, i) => samples[i]?.push(ability.estimate));
  }
  const usable = samples[0]?.length ?? 0;
  const differences: CaseBootstrap['differences'][number][] = [];
  for (let i = 0; i < k; i += 1) {
    for (let j = i + 1; j < k; j += 1) {
      const gaps = (samples[i] ?? []).map((value, d) => value - (samples[j]?.[d] ?? 0));
      const estimate = (whole.abilities[i]?.estimate ?? 0) - (whole.abilities[j]?.estimate ?? 0);
      differences.push({ pair: [i, j], estimate, ...summary(gaps, confidence) });
    }
  }
  const warnings = warningList(
    whole.warnings,
    cells.clusters < 2 ? ['one_cluster'] : [],
    usable < draws ? ['not_identified'] : [],
    optionWarnings(options),
    drawWarnings(options.draws),
  );
  return { ...base, warnings, differences };
}

function clusterSpans(cells: ClusterCells): readonly (readonly [number, number])[] {
  const spans: [number, number][] = Array.from({ length: cells.clusters }, () => [0, 0]);
  for (let e = 0; e < cells.cell.length; e += 1) {
    const span = spans[cells.cluster[e] ?? 0];
    if (span === undefined) continue;
    if (span[1] === 0) span[0] = e;
    span[1] = e + 1;
  }
  return spans;
}

function resampledRows(
  cells: ClusterCells,
  spans: readonly (readonly [number, number])[],
  picks: Int32Array,
): PairRows {
  const table = emptyVoteTable(cells.variants);
  for (const g of picks) {
    const [from, to] = spans[g] ?? [0, 0];
    for (let e = from; e < to; e += 1) {
      const cell = cells.cell[e] ?? 0;
      const at = cell % 4 === BOTH_BAD ? cell - BOTH_BAD + TIE : cell;
      table.cells[at] = (table.cells[at] ?? 0) + (cells.count[e] ?? 0);
    }
  }
  return pairRows(table);
}

function summary(gaps: readonly number[], confidence: number) {
  if (gaps.length < 2) return { interval: null, standardError: 0 };
  const sorted = Float64Array.from(gaps).sort();
  const centre = gaps.reduce((sum, value) => sum + value, 0) / gaps.length;
  const squares = gaps.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return {
    interval: interval(
      quantile(sorted, (1 - confidence) / 2),
      quantile(sorted, (1 + confidence) / 2),
      confidence,
    ),
    standardError: Math.sqrt(squares / (gaps.length - 1)),
  };
}
