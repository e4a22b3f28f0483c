/** Quantile of sorted values by linear interpolation (Hyndman & Fan 1996, type 7). */
export function quantile(sorted: ArrayLike<number>, p: number): number {
  if (sorted.length === 0) return Number.NaN;
  const place = (sorted.length - 1) * Math.min(1, Math.max(0, p));
  const below = Math.floor(place);
  const low = sorted[below] ?? 0;
  const high = sorted[Math.min(sorted.length - 1, below + 1)] ?? 0;
  return low + (place - below) * (high - low);
}

export function median(values: readonly number[]): number {
  return quantile(Float64Array.from(values).sort(), 0.5);
}
