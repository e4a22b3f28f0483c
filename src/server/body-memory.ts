import type { IncomingMessage } from 'node:http';
import { Problem } from '../contract/problems.ts';
import { brokenOff, tooLarge } from './body-refusals.ts';
import { Gathered } from './gathered.ts';

/** Limit for all bodies in memory, from their first byte until the request is answered. */
const TOGETHER_BYTES = 32 * 1024 * 1024;

/** Bodies up to this size are always read. */
const SMALL_BYTES = 16 * 1024;

interface BodyInMemory {
  bytes: number;
  /** Refuses a body that is still arriving; undefined once it is complete. */
  giveUp: (() => void) | undefined;
}

/**
 * Reads bodies into memory. When they exceed the limit together, the oldest that is still arriving
 * is refused: an honest client finishes long before one that wants to fill the memory.
 */
export class BodyMemory {
  /** Oldest first. */
  readonly #bodies = new Map<IncomingMessage, BodyInMemory>();
  #bytes = 0;

  read(request: IncomingMessage, limit: number): Promise<Buffer> {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    if (Number(request.headers['content-length'] ?? 0) > limit) {
      reject(tooLarge(limit));
      return promise;
    }
    const gathered = new Gathered();
    const stop = () => {
      body.giveUp = undefined;
      request.off('data', take).off('end', finish).off('error', fail);
    };
    const refuse = (problem: Problem) => {
      stop();
      this.release(request);
      reject(problem);
    };
    const take = (piece: Uint8Array) => {
      if (gathered.size + piece.length > limit) return refuse(tooLarge(limit));
      gathered.add(piece);
      this.#bytes += gathered.capacity - body.bytes;
      body.bytes = gathered.capacity;
      if (body.bytes > SMALL_BYTES && !this.#makeRoom(request)) refuse(noRoom());
    };
    const finish = () => {
      stop();
      resolve(gathered.take());
    };
    const fail = () => refuse(brokenOff());
    const body: BodyInMemory = { bytes: 0, giveUp: () => refuse(tooSlow()) };
    this.#bodies.set(request, body);
    request.on('data', take).on('end', finish).on('error', fail);
    return promise;
  }

  /** Called when the request has been answered or its client is gone. */
  release(request: IncomingMessage): void {
    this.#bytes -= this.#bodies.get(request)?.bytes ?? 0;
    this.#bodies.delete(request);
  }

  #makeRoom(arriving: IncomingMessage): boolean {
    for (const [request, { bytes, giveUp }] of this.#bodies) {
      if (this.#bytes <= TOGETHER_BYTES) break;
      if (request !== arriving && bytes > SMALL_BYTES) giveUp?.();
    }
    return this.#bytes <= TOGETHER_BYTES;
  }
}

function tooSlow(): Problem {
  return new Problem('request_timeout', 'The body arrived too slowly. Send it again.');
}

function noRoom(): Problem {
  return new Problem(
    'rate_limited',
    'Too many large bodies at the moment. Send it again shortly.',
    {
      headers: { 'retry-after': '5' },
    },
  );
}
