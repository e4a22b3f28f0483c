import type { IncomingMessage } from 'node:http';
import { Problem } from '../contract/problems.ts';
import { brokenOff, tooLarge } from './body-refusals.ts';
import { Gathered } from './gathered.ts';

/** What all bodies in memory may take together, from their first byte until they are answered. */
const TOGETHER_BYTES = 32 * 1024 * 1024;

/** Up to here a body is read however many others there are. */
const SMALL_BYTES = 16 * 1024;

interface HeldBody {
  bytes: number;
  /** Ends a body that is still arriving; undefined once it is whole. */
  giveUp: (() => void) | undefined;
}

/**
 * Reads bodies into memory. When they take too much together, the oldest one that is still arriving is
 * given up: a sender who means well is done long before one who wants to fill the memory.
 */
export class BodyMemory {
  /** In the order in which they began. */
  readonly #held = new Map<IncomingMessage, HeldBody>();
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
    const body: HeldBody = { bytes: 0, giveUp: () => refuse(tooSlow()) };
    this.#held.set(request, body);
    request.on('data', take).on('end', finish).on('error', fail);
    return promise;
  }

  /** The request has been answered, or its sender is gone. */
  release(request: IncomingMessage): void {
    this.#bytes -= this.#held.get(request)?.bytes ?? 0;
    this.#held.delete(request);
  }

  #makeRoom(arriving: IncomingMessage): boolean {
    for (const [request, { bytes, giveUp }] of this.#held) {
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
