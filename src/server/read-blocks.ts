import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { brokenOff } from './body-refusals.ts';
import { Gathered } from './gathered.ts';

/** How much is read ahead of what is done with it. */
const BLOCK_BYTES = 64 * 1024;

/**
 * A body as it comes, in blocks: a stream's own queue would keep each piece, however small, in a buffer
 * of its own. When the reader stops half-way the connection stays, for the answer.
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
        // Until everything is gathered that one read from the socket brought.
        await setImmediate();
      }
    }
  } finally {
    request.off('data', take).off('end', stop).off('error', stop).off('close', stop);
  }
}
