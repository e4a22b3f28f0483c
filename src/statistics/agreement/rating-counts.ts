import type { Label } from '../intervals/clusters.ts';
import type { Warning } from '../intervals/estimate.ts';

/** How many annotators gave each unit each category, units × categories, row-major. */
export interface RatingCounts {
  readonly categories: readonly Label[];
  readonly units: number;
  readonly counts: Float64Array;
  readonly warnings: readonly Warning[];
}
