import {
  type Estimate,
  isUsable,
  noEstimate,
  type Warning,
  warningList,
} from '../intervals/estimate.ts';
import { chiSquaredUpper, fUpper } from '../numerics/distributions.ts';
import { midRanks } from './ranks.ts';

export interface FriedmanTest extends Estimate {
  /**
   * Chi-squared with tie correction; the estimate is Kendall's W, agreement of the rankings in [0,
   * 1].
   */
  readonly chiSquared: number | null;
  readonly df: number | null;
  readonly pValue: number | null;
  /** Iman & Davenport's F form, less conservative for few cases. */
  readonly f: number | null;
  readonly pF: number | null;
  readonly rankSums: readonly number[];
}

/**
 * Question: do three or more variants differ when each case ranks them? Estimator: Friedman's χ²
 * over mid-ranks within cases. Assumes independent cases; rows with a missing score are left out.
 * References: Friedman 1937; Iman & Davenport 1980. Cost: cases × variants log variants.
 */
export function friedmanTest(rows: readonly (readonly (number | null)[])[]): FriedmanTest {
  const method = 'test.friedman';
  const k = rows[0]?.length ?? 0;
  const complete = rows.filter(
    (row) => row.length === k && row.every((value) => value !== null && isUsable(value)),
  );
  const n = complete.length;
  const missing: readonly Warning[] = n < rows.length ? ['missing_excluded'] : [];
  const empty = { chiSquared: null, df: null, pValue: null, f: null, pF: null, rankSums: [] };
  if (n === 0 || k < 2)
    return { ...noEstimate(method, n, warningList(missing, ['no_data'])), ...empty };
  const rankSums = Array.from({ length: k }, () => 0);
  let ties = 0;
  for (const row of complete) {
    const { ranks, tieSum } = midRanks(row.map((value) => value ?? 0));
    ranks.forEach((rank, j) => {
      rankSums[j] = (rankSums[j] ?? 0) + rank;
    });
    ties += tieSum;
  }
  const centre = (n * (k + 1)) / 2;
  const spread = rankSums.reduce((sum, rank) => sum + (rank - centre) ** 2, 0);
  const scale = (n * k * (k + 1)) / 12 - ties / (12 * (k - 1));
  if (!(scale > 0)) {
    return {
      ...noEstimate(method, n, warningList(missing, ['no_variation'])),
      ...empty,
      rankSums,
      pValue: 1,
    };
  }
  const chiSquared = spread / scale;
  const room = n * (k - 1) - chiSquared;
  const f = room > 1e-12 && n > 1 ? ((n - 1) * chiSquared) / room : null;
  return {
    estimate: Math.min(1, chiSquared / (n * (k - 1))),
    interval: null,
    method,
    n,
    nClusters: n,
    warnings: warningList(missing, n < 10 ? ['few_cases'] : []),
    chiSquared,
    df: k - 1,
    pValue: chiSquaredUpper(chiSquared, k - 1),
    f,
    pF: f === null ? null : fUpper(f, k - 1, (k - 1) * (n - 1)),
    rankSums,
  };
}
