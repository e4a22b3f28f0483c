import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { chooseEncoding, type WebFile } from './web-files.ts';

/** A document that is the same for every caller, in every form it can be sent in. */
export interface ServedDocument {
  readonly file: WebFile;
  readonly hash: string;
}

export interface DocumentReply {
  readonly document: ServedDocument;
}

export type DocumentOperation = () => Promise<DocumentReply>;

/** Compressed in the thread pool: the best brotli would take half a second of the serving thread. */
export async function prepareDocument(type: string, text: string): Promise<ServedDocument> {
  const plain = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const [zipped, br] = await Promise.all([
    promisify(gzip)(plain, { level: 9 }),
    promisify(brotliCompress)(plain, { params }),
  ]);
  const hash = createHash('sha256').update(plain).digest('base64url');
  return { file: { type, plain, gzip: zipped, br }, hash };
}

/** The form that a caller can read, under an ETag of its own (RFC 9110, 8.8.3.3). */
export function documentForm({ file, hash }: ServedDocument, acceptEncoding: string) {
  const [encoding, bytes] = chooseEncoding(file, acceptEncoding);
  return { encoding, bytes, etag: `"${hash}-${encoding}"` };
}
