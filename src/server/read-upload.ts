import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Endpoint, Upload } from '../contract/endpoint.ts';
import { Problem } from '../contract/problems.ts';
import { UNZIPPED_LIMIT_BYTES, UnzipRefused, unzip } from '../files/unzip.ts';
import { tooLarge } from './body-refusals.ts';
import { readBlocks } from './read-blocks.ts';
import { readMultipart } from './read-multipart.ts';
import { type Spooled, spool } from './spool.ts';

/** A large body, read to its end before the operation starts and removed after it. */
export interface ArrivedUpload {
  /** Equal for two uploads with equal content. */
  readonly digest: string;
  readonly upload: Upload;
  readonly remove: () => Promise<void>;
}

/** Refuses a body whose declared length is too large. */
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

async function* receive(request: IncomingMessage, limit: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const block of readBlocks(request)) {
    size += block.length;
    if (size > limit) throw tooLarge(limit);
    yield block;
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
