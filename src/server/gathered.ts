const NOTHING = Buffer.alloc(0);

/**
 * Bytes in one buffer, in whatever pieces they come. A body in chunks of one byte would otherwise be a
 * list of buffers that weigh 400 bytes each.
 */
export class Gathered {
  #buffer: Buffer = NOTHING;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** What it takes in memory. */
  get capacity(): number {
    return this.#buffer.length;
  }

  add(piece: Uint8Array): void {
    const size = this.#size + piece.length;
    if (size > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(size, 2 * this.#buffer.length));
      this.#buffer.copy(larger, 0, 0, this.#size);
      this.#buffer = larger;
    }
    this.#buffer.set(piece, this.#size);
    this.#size = size;
  }

  /** What has come so far; it is empty again afterwards. */
  take(): Buffer {
    const bytes = this.#buffer.subarray(0, this.#size);
    this.#buffer = NOTHING;
    this.#size = 0;
    return bytes;
  }
}
