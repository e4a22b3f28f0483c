import { FileFault } from './file-fault.ts';
import { invalidImport } from './invalid-import.ts';
import { TextReader } from './text-reader.ts';

/** Small enough that no step of reading takes long. */
const STEP_BYTES = 16 * 1024;

/** Decodes a file as it comes; the byte order mark is left out, and bytes that are no text refused. */
export async function* readText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const reader = new TextReader();
  try {
    for await (const bytes of inSteps(chunks)) yield reader.feed(bytes);
    reader.end();
  } catch (error) {
    throw error instanceof FileFault ? invalidImport(error.message, error.line) : error;
  }
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
