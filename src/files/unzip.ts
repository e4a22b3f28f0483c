import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

export const UNZIPPED_LIMIT_BYTES = 200 * 1024 * 1024;
const UNZIPPED_FACTOR = 10;
/** Always allowed, whatever the packed size: small texts often repeat themselves. */
const ALWAYS_UNZIPPED_BYTES = 640 * 1024;

/** The bytes are not gzip, or unpack to far more than their size, as a zip bomb does. */
export class UnzipRefused extends Error {
  readonly reason: 'not gzip' | 'too large';

  constructor(reason: UnzipRefused['reason']) {
    super(reason);
    this.name = 'UnzipRefused';
    this.reason = reason;
  }
}

/** Unpacks while the bytes arrive. An error of `packed` itself is thrown unchanged. */
export async function* unzip(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  const count = { packed: 0, unpacked: 0 };
  let failure: unknown;
  async function* counted() {
    try {
      for await (const chunk of packed) {
        count.packed += chunk.length;
        yield chunk;
      }
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  // The loop below throws failures; the pipeline only ends the other side.
  pipeline(counted, gunzip, () => undefined);
  try {
    for await (const chunk of gunzip as AsyncIterable<Uint8Array>) {
      count.unpacked += chunk.length;
      if (count.unpacked > limitFor(count.packed)) throw new UnzipRefused('too large');
      yield chunk;
    }
  } catch (error) {
    if (error instanceof UnzipRefused) throw error;
    throw failure ?? new UnzipRefused('not gzip');
  }
}

function limitFor(packed: number): number {
  const byFactor = Math.max(packed * UNZIPPED_FACTOR, ALWAYS_UNZIPPED_BYTES);
  return Math.min(byFactor, UNZIPPED_LIMIT_BYTES);
}
