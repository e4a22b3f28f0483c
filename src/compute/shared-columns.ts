/** Columns in memory that threads share: they are read by several, and copied for none. */
export function sharedInts(length: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4 * length));
}

export function sharedBytes(length: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(length));
}

export function sharedDoubles(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(8 * length));
}
