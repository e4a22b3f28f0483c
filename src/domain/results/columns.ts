/**
 * Picks rows from a column. Plain loops here and below: `from` with a callback takes ten times as
 * long, and there are as many rows as judgements.
 */
export function pickInts(values: ArrayLike<number>, rows: Int32Array): Int32Array {
  const picked = new Int32Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) picked[at] = values[rows[at] ?? 0] ?? 0;
  return picked;
}

export function pickBytes(values: Uint8Array, rows: Int32Array): Uint8Array {
  const picked = new Uint8Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) picked[at] = values[rows[at] ?? 0] ?? 0;
  return picked;
}

export function pickDoubles(values: Float64Array, rows: Int32Array): Float64Array {
  const picked = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) picked[at] = values[rows[at] ?? 0] ?? Number.NaN;
  return picked;
}

export function joinInts(a: Int32Array, b: Int32Array): Int32Array {
  const joined = new Int32Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}

export function joinBytes(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}

export function joinDoubles(a: Float64Array, b: Float64Array): Float64Array {
  const joined = new Float64Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}

/** The numbers of the rows that pass. */
export function rowsWhere(length: number, passes: (row: number) => boolean): Int32Array {
  const rows = new Int32Array(length);
  let count = 0;
  for (let row = 0; row < length; row += 1) {
    if (!passes(row)) continue;
    rows[count] = row;
    count += 1;
  }
  return rows.subarray(0, count);
}
