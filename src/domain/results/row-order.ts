/** A column to order rows by; its values are whole numbers from 0 to size − 1. */
export interface OrderKey {
  readonly values: ArrayLike<number>;
  readonly size: number;
}

/**
 * Row numbers in the order of the keys, the first key foremost: one counting sort per key. Rows in a
 * fixed order make every later sum bit-equal, however the judgements arrived.
 */
export function orderRows(rows: Int32Array, keys: readonly OrderKey[]): Int32Array {
  return keys.reduceRight(orderByKey, rows);
}

/** Of neighbouring rows that are equal in all keys only the latest stays. */
export function keepLatest(
  ordered: Int32Array,
  keys: readonly OrderKey[],
  isLater: (row: number, than: number) => boolean,
): Int32Array {
  const kept: number[] = [];
  for (const row of ordered) {
    const last = kept.at(-1);
    if (last === undefined || !keys.every(({ values }) => values[row] === values[last])) {
      kept.push(row);
    } else if (isLater(row, last)) {
      kept[kept.length - 1] = row;
    }
  }
  return Int32Array.from(kept);
}

function orderByKey(rows: Int32Array, { values, size }: OrderKey): Int32Array {
  const starts = new Int32Array(size + 1);
  for (const row of rows) {
    const next = (values[row] ?? 0) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let value = 0; value < size; value += 1) {
    starts[value + 1] = (starts[value + 1] ?? 0) + (starts[value] ?? 0);
  }
  const ordered = new Int32Array(rows.length);
  for (const row of rows) {
    const value = values[row] ?? 0;
    const place = starts[value] ?? 0;
    ordered[place] = row;
    starts[value] = place + 1;
  }
  return ordered;
}
