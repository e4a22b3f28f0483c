/** Finds the rows with a number in any of the columns, in ascending order. */
export function rowsByNumber(
  columns: readonly Int32Array[],
  size: number,
): (number: number) => Int32Array {
  const starts = new Int32Array(size + 1);
  for (const column of columns) {
    for (let row = 0; row < column.length; row += 1) {
      const next = (column[row] ?? 0) + 1;
      starts[next] = (starts[next] ?? 0) + 1;
    }
  }
  for (let number = 0; number < size; number += 1) {
    starts[number + 1] = (starts[number + 1] ?? 0) + (starts[number] ?? 0);
  }
  const rows = new Int32Array(starts[size] ?? 0);
  const next = starts.slice();
  for (let row = 0; row < (columns[0]?.length ?? 0); row += 1) {
    for (const column of columns) {
      const number = column[row] ?? 0;
      const place = next[number] ?? 0;
      rows[place] = row;
      next[number] = place + 1;
    }
  }
  return (number) => rows.subarray(starts[number], starts[number + 1]);
}
