import { FileFault } from './file-fault.ts';
import { invalidImport } from './invalid-import.ts';
import { TextReader } from './text-reader.ts';

/** Small enough that no step takes long. */
const STEP_BYTES = 16 * 1024;

/** Streams the text of a file without its byte order mark; refuses bytes that are not text. */
export async function* readText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const reader = new TextReader();
  try {
    for await (const bytes of inSteps(chunks)) yield reader.feed(bytes);
    reader.end();
  } catch (error) {
    throw error instanceof FileFault ? invalidImport(error.message, error.line) : error;
  }
}

/** The same bytes in small pieces; the first has at least the two bytes of a UTF-16 mark. */
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
