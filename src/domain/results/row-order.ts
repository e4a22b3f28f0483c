/** A column to order rows by; its values are whole numbers from 0 to size − 1. */
export interface OrderKey {
  readonly values: Int32Array;
  readonly size: number;
}

/**
 * Row numbers ordered by the keys, the first key first: one counting sort per key. A fixed order of
 * rows makes every later sum bit-equal, in whatever order the judgements arrived.
 */
export function orderRows(rows: Int32Array, keys: readonly OrderKey[]): Int32Array {
  return keys.reduceRight(orderByKey, rows);
}

/** The numbers of all rows. */
export function allRows(length: number): Int32Array {
  const rows = new Int32Array(length);
  for (let row = 0; row < length; row += 1) rows[row] = row;
  return rows;
}

/** Keeps only the latest of neighbouring rows that are equal in all keys. */
export function keepLatest(
  ordered: Int32Array,
  keys: readonly OrderKey[],
  isLater: (row: number, than: number) => boolean,
): Int32Array {
  const kept = new Int32Array(ordered.length);
  let count = 0;
  for (let at = 0; at < ordered.length; at += 1) {
    const row = ordered[at] ?? 0;
    const last = kept[count - 1] ?? 0;
    if (count === 0 || !areAlike(keys, row, last)) {
      kept[count] = row;
      count += 1;
    } else if (isLater(row, last)) {
      kept[count - 1] = row;
    }
  }
  return kept.subarray(0, count);
}

/** Starts with the last key, in which neighbours differ most often. */
function areAlike(keys: readonly OrderKey[], row: number, other: number): boolean {
  for (let k = keys.length - 1; k >= 0; k -= 1) {
    const values = keys[k]?.values;
    if (values?.[row] !== values?.[other]) return false;
  }
  return true;
}

function orderByKey(rows: Int32Array, { values, size }: OrderKey): Int32Array {
  const starts = new Int32Array(size + 1);
  for (let at = 0; at < rows.length; at += 1) {
    const next = (values[rows[at] ?? 0] ?? 0) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let value = 0; value < size; value += 1) {
    starts[value + 1] = (starts[value + 1] ?? 0) + (starts[value] ?? 0);
  }
  const ordered = new Int32Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    const value = values[row] ?? 0;
    const place = starts[value] ?? 0;
    ordered[place] = row;
    starts[value] = place + 1;
  }
  return ordered;
}
