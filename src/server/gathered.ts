/**
 * Blocks grow up to this size. Earlier blocks are never copied into a larger one: that leaves
 * garbage.
 */
const LARGEST_BLOCK_BYTES = 64 * 1024;

/**
 * Collects pieces of any size in a few blocks. A body in chunks of one byte would otherwise become
 * a list of buffers of 400 bytes each.
 */
export class Gathered {
  #blocks: Buffer[] = [];
  #size = 0;
  #capacity = 0;

  get size(): number {
    return this.#size;
  }

  /** Bytes of memory in use. */
  get capacity(): number {
    return this.#capacity;
  }

  add(piece: Uint8Array): void {
    const last = this.#blocks.at(-1);
    const free = this.#capacity - this.#size;
    last?.set(piece.subarray(0, free), last.length - free);
    this.#size += piece.length;
    if (piece.length > free) this.#addBlock(piece.subarray(free));
  }

  /** Returns all bytes so far and empties itself. */
  take(): Buffer {
    const bytes = Buffer.concat(this.#blocks, this.#size);
    this.#blocks = [];
    this.#size = 0;
    this.#capacity = 0;
    return bytes;
  }

  #addBlock(bytes: Uint8Array): void {
    const roomy = Math.min(this.#capacity, LARGEST_BLOCK_BYTES);
    const block = Buffer.allocUnsafe(Math.max(bytes.length, roomy));
    block.set(bytes);
    this.#blocks.push(block);
    this.#capacity += block.length;
  }
}
