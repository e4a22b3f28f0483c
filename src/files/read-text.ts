import { invalidImport } from './invalid-import.ts';

/** Small enough that no step of reading takes long, and that the line of a bad byte is soon found. */
const STEP_BYTES = 16 * 1024;

const NOT_TEXT = 'This is not text in UTF-8, or in UTF-16 with a byte order mark.';
const NUL = 'A NUL character stands here, which no text has.';

/** Decodes a file as it comes; the byte order mark is left out, and bytes that are no text refused. */
export async function* readText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let line = 1;
  for await (const bytes of inSteps(chunks)) {
    decoder ??= new TextDecoder(encodingOf(bytes), { fatal: true });
    const text = decode(decoder, bytes, line);
    const nul = text.indexOf('\0');
    if (nul !== -1) throw invalidImport(NUL, line + newlinesIn(text.slice(0, nul)));
    line += newlinesIn(text);
    yield text;
  }
  // Throws when the last character is not whole.
  if (decoder !== undefined) decode(decoder, undefined, line);
}

/** What a byte order mark says; without one it is UTF-8. */
function encodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | 'utf-8' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

/** The same bytes in pieces of modest size, of which the first holds a whole byte order mark. */
async function* inSteps(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start: Uint8Array | undefined = new Uint8Array();
  for await (const chunk of chunks) {
    const bytes: Uint8Array = start === undefined ? chunk : Buffer.concat([start, chunk]);
    if (start !== undefined && bytes.length < 2) {
      start = bytes;
      continue;
    }
    start = undefined;
    for (let at = 0; at < bytes.length; at += STEP_BYTES) {
      yield bytes.subarray(at, at + STEP_BYTES);
    }
  }
  if (start !== undefined && start.length > 0) yield start;
}

function decode(decoder: TextDecoder, bytes: Uint8Array | undefined, line: number): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    // Up to the first bad byte the lenient decoder agrees with the strict one.
    const lenient = new TextDecoder(decoder.encoding).decode(bytes);
    const fault = Math.max(lenient.indexOf('\uFFFD'), 0);
    throw invalidImport(NOT_TEXT, line + newlinesIn(lenient.slice(0, fault)));
  }
}

function newlinesIn(text: string): number {
  return text.split('\n').length - 1;
}
