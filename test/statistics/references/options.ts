import type { Warning } from '../../../src/statistics/intervals/estimate.ts';

/** Whether an error level is valid; undefined means the usual 5 %. */
export function isLevel(alpha: number | undefined): boolean {
  return alpha === undefined || (alpha > 0 && alpha < 1);
}

/** A number of draws that is missing or below one falls back to the usual one. */
export function drawsOf(requested: number | undefined, usual: number): number {
  return requested !== undefined && requested >= 1 && Number.isFinite(requested)
    ? Math.floor(requested)
    : usual;
}

export function drawWarnings(requested: number | undefined): readonly Warning[] {
  return requested === undefined || drawsOf(requested, 0) > 0 ? [] : ['invalid_option'];
}
