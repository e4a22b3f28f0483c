import type {
  IntervalKind,
  ResultEstimate,
  ResultInterval,
  ResultWarning,
  TestResult,
} from '../../contract/results/result-estimates.ts';
import { type Estimate, finiteOrNull, type Interval } from '../../statistics/intervals/estimate.ts';
import type { PlannedContrast } from './planned-contrasts.ts';
import type { StudyLook } from './study-look.ts';

/** An estimate of the statistics as the contract shows it. */
export function presentEstimate(found: Estimate, kind: IntervalKind = 'fixed'): ResultEstimate {
  return {
    estimate: found.estimate,
    interval: presentInterval(found.interval, kind),
    method: found.method,
    n: found.n,
    clusters: found.nClusters,
    warnings: [...found.warnings],
  };
}

/** A comparison at this look: its interval holds together with those of all other comparisons. */
export function presentContrast(
  { phase, completed }: StudyLook,
  { found }: PlannedContrast,
): ResultEstimate {
  const { level } = completed.settings;
  const range = presentInterval(found.interval, phase === 'past_plan' ? 'past_plan' : 'planned');
  return { ...presentEstimate(found), interval: range && { ...range, level } };
}

export function presentInterval(range: Interval | null, kind: IntervalKind): ResultInterval | null {
  return range && { low: range.low, high: range.high, level: range.confidence, kind };
}

export function noEstimateYet(method: string, warning: ResultWarning = 'no_data'): ResultEstimate {
  return { estimate: null, interval: null, method, n: 0, clusters: 0, warnings: [warning] };
}

export function presentTest(
  test: Pick<Estimate, 'method' | 'n' | 'warnings'> & { readonly pValue: number | null },
  statistic: number | null,
): TestResult {
  return {
    statistic: statistic === null ? null : finiteOrNull(statistic),
    p_value: test.pValue,
    method: test.method,
    n: test.n,
    warnings: [...test.warnings],
  };
}

/** Each code once, in alphabetical order. */
export function resultWarnings(...lists: readonly (readonly ResultWarning[])[]): ResultWarning[] {
  return [...new Set(lists.flat())].sort();
}
