import { crossClusters } from '../../statistics/intervals/clusters.ts';
import {
  prepareWinRate,
  type WinRate,
  type WinRateOptions,
} from '../../statistics/pairwise/win-rate.ts';

/** The case and the annotator of each row. */
export interface JudgedRows {
  readonly case: Int32Array;
  readonly annotator: Int32Array;
}

/**
 * The rate of any numbers between 0 and 1 over the same judgements: their mean over cases, with an
 * interval from the effective number of judgements. Cases and annotators are numbered only once.
 */
export function rateOver(
  rows: JudgedRows,
  options: WinRateOptions,
): (values: Float64Array) => WinRate {
  return prepareWinRate(crossClusters(rows.case, rows.annotator), options);
}

/** A share of judgements that is not about winning. */
export function asShare(rate: WinRate): WinRate {
  return { ...rate, method: rate.method.replace('win-rate', 'share') };
}
