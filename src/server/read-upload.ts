import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Endpoint, Upload } from '../contract/endpoint.ts';
import { Problem } from '../contract/problems.ts';
import { UNZIPPED_LIMIT_BYTES, UnzipRefused, unzip } from '../files/unzip.ts';
import { readMultipart } from './read-multipart.ts';
import { type Spooled, spool } from './spool.ts';

/** A large body, read to its end before the operation starts, and removed after it. */
export interface ArrivedUpload {
  /** Identifies the content when two uploads are compared. */
  readonly digest: string;
  readonly upload: Upload;
  readonly remove: () => Promise<void>;
}

/** Refuses what says itself that it is too large. */
export function refuseDeclaredSize(endpoint: Endpoint, request: FastifyRequest): void {
  const limit = endpoint.bodyLimit ?? 0;
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
}

export async function readUpload(
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<ArrivedUpload> {
  const type = request.headers['content-type'] ?? '';
  const isZipped = request.headers['content-encoding']?.toLowerCase() === 'gzip';
  const arriving = receive(request.raw, endpoint.bodyLimit ?? 0);
  const body = isZipped ? unzipped(arriving) : arriving;
  if (/^multipart\//i.test(type)) return toArrived(await readMultipart(body, type));
  const spooled = await spool(body);
  const fields = endpoint.upload === 'form' ? await readForm(spooled) : {};
  return toArrived({ spooled, fields, fileName: undefined });
}

interface Parts {
  readonly spooled: Spooled;
  readonly fields: Upload['fields'];
  readonly fileName: string | undefined;
}

function toArrived({ spooled, fields, fileName }: Parts): ArrivedUpload {
  return {
    digest: JSON.stringify([spooled.digest, fields, fileName]),
    upload: { fields, fileName, chunks: spooled.chunks },
    remove: spooled.remove,
  };
}

/** The body as it comes. When it is refused half-way the connection stays, for the answer. */
async function* receive(request: IncomingMessage, limit: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > limit) throw tooLarge(limit);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof Problem ? error : brokenOff();
  }
}

async function* unzipped(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* unzip(body);
  } catch (error) {
    if (!(error instanceof UnzipRefused)) throw error;
    throw error.reason === 'too large'
      ? tooLarge(UNZIPPED_LIMIT_BYTES)
      : new Problem('bad_request', 'The body is not valid gzip.');
  }
}

async function readForm(spooled: Spooled): Promise<Upload['fields']> {
  const chunks = await Array.fromAsync(spooled.chunks());
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
}

function tooLarge(limit: number): Problem {
  return new Problem('payload_too_large', 'The body is larger than this operation takes.', {
    members: { limit, limit_kind: 'bytes' },
  });
}

/** The sender is gone, so nothing reads this. */
function brokenOff(): Problem {
  return new Problem('bad_request', 'The body broke off.');
}
