/** Quantile of sorted values by linear interpolation (Hyndman & Fan 1996, type 7). */
export function quantile(sorted: ArrayLike<number>, p: number): number {
  if (sorted.length === 0) return Number.NaN;
  const place = (sorted.length - 1) * Math.min(1, Math.max(0, p));
  const below = Math.floor(place);
  const low = sorted[below] ?? 0;
  const high = sorted[Math.min(sorted.length - 1, below + 1)] ?? 0;
  return low + (place - below) * (high - low);
}

/** The median in linear time; reorders the values. */
export function medianOf(values: Float64Array): number {
  if (values.length === 0) return Number.NaN;
  const below = Math.floor((values.length - 1) / 2);
  const low = smallest(values, below);
  const high = values.length % 2 === 1 ? low : smallest(values, below + 1);
  return low + ((values.length - 1) / 2 - below) * (high - low);
}

/**
 * The value at this place of the sorted order, moved there, with none larger before it and none
 * smaller after it. Hoare's selection with the middle as pivot: linear on average.
 */
export function smallest(values: Float64Array, place: number): number {
  let from = 0;
  let to = values.length - 1;
  while (from < to) {
    const pivot = values[(from + to) >> 1] ?? 0;
    let left = from;
    let right = to;
    while (left <= right) {
      while ((values[left] ?? 0) < pivot) left += 1;
      while ((values[right] ?? 0) > pivot) right -= 1;
      if (left > right) break;
      const moved = values[left] ?? 0;
      values[left] = values[right] ?? 0;
      values[right] = moved;
      left += 1;
      right -= 1;
    }
    if (place <= right) to = right;
    else if (place >= left) from = left;
    else break;
  }
  return values[place] ?? Number.NaN;
}
