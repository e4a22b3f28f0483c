import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { brokenOff } from './body-refusals.ts';
import { Gathered } from './gathered.ts';

/** How much is read ahead of the consumer. */
const BLOCK_BYTES = 64 * 1024;

/**
 * Reads a body in blocks: a stream's own queue would keep each piece, even of one byte, in its own
 * buffer. When the consumer stops half-way, the connection stays open for the answer.
 */
export async function* readBlocks(request: IncomingMessage): AsyncGenerator<Buffer> {
  const gathered = new Gathered();
  let wake = () => undefined as void;
  const take = (piece: Uint8Array) => {
    gathered.add(piece);
    if (gathered.size >= BLOCK_BYTES) request.pause();
    wake();
  };
  const stop = () => wake();
  request.on('data', take).on('end', stop).on('error', stop).on('close', stop);
  try {
    for (;;) {
      if (gathered.size > 0) {
        const block = gathered.take();
        request.resume();
        yield block;
      } else if (request.readableEnded) {
        return;
      } else if (request.destroyed) {
        throw brokenOff();
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        // Lets all pieces of one socket read arrive first.
        await setImmediate();
      }
    }
  } finally {
    request.off('data', take).off('end', stop).off('error', stop).off('close', stop);
  }
}
