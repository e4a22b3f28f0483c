import { codePoints } from '../contract/decode-string.ts';
import type { Upload } from '../contract/endpoint.ts';
import { issues, ValidationFailure } from '../contract/validation.ts';

/** Streams the text of a JSON body; refuses invalid UTF-8 at its offset. */
export async function* readJsonText(upload: Upload): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let decodedChunks = 0;
  const decode = async (bytes: Uint8Array | undefined): Promise<string> => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw await invalidUtf8(upload, decodedChunks);
    }
  };
  for await (const bytes of upload.chunks()) {
    yield await decode(bytes);
    decodedChunks += 1;
  }
  await decode(undefined);
}

/** Reads again to the first bad byte; until then the lenient decoder agrees with the strict one. */
async function invalidUtf8(upload: Upload, goodChunks: number): Promise<ValidationFailure> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let offset = 0;
  let index = 0;
  for await (const bytes of upload.chunks()) {
    const text = decoder.decode(bytes, { stream: true });
    const isBad = index === goodChunks;
    offset += codePoints(isBad ? text.slice(0, text.indexOf('\uFFFD')) : text);
    if (isBad) break;
    index += 1;
  }
  return new ValidationFailure([issues.jsonInvalid(offset, 'invalid UTF-8')]);
}
