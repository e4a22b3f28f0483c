import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Problem } from '../contract/problems.ts';
import { Gathered } from './gathered.ts';

const IN_MEMORY_BYTES = 256 * 1024;
const READ_BYTES = 64 * 1024;

/** A body that has arrived: in memory if it is small, else in a temporary file. */
export interface Spooled {
  /** SHA-256 of the whole body. */
  readonly digest: string;
  readonly chunks: () => AsyncIterable<Uint8Array>;
  readonly remove: () => Promise<void>;
}

/** Reads a stream to its end. */
export async function spool(source: AsyncIterable<Uint8Array>): Promise<Spooled> {
  const hash = createHash('sha256');
  const start = new Gathered();
  let file: FileHandle | undefined;
  try {
    for await (const chunk of source) {
      hash.update(chunk);
      if (file === undefined && start.size + chunk.length <= IN_MEMORY_BYTES) {
        start.add(chunk);
        continue;
      }
      if (file === undefined) {
        file = await openNamelessFile();
        await write(file, start.take());
      }
      await write(file, chunk);
    }
  } catch (error) {
    await file?.close();
    throw error;
  }
  const digest = hash.digest('base64url');
  if (file === undefined) {
    const bytes = start.take();
    return { digest, chunks: () => inMemory(bytes), remove: async () => undefined };
  }
  const written = file;
  return { digest, chunks: () => readBack(written), remove: () => written.close() };
}

/** Unlinked at once, so that the file disappears with its handle, even if the process is killed. */
async function openNamelessFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `jurybox-upload-${randomUUID()}`);
  try {
    const file = await open(path, 'wx+', 0o600);
    await unlink(path);
    return file;
  } catch (error) {
    throw notKept(error);
  }
}

async function write(file: FileHandle, chunk: Uint8Array): Promise<void> {
  try {
    await file.writeFile(chunk);
  } catch (error) {
    throw notKept(error);
  }
}

async function* readBack(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    // A new buffer for each chunk: readers may keep it.
    const { bytesRead, buffer } = await file.read(
      Buffer.alloc(READ_BYTES),
      0,
      READ_BYTES,
      position,
    );
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** In chunks of the same size as those of a file. */
async function* inMemory(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += READ_BYTES) yield bytes.subarray(at, at + READ_BYTES);
}

/** A failure of disk, directory or descriptors is not the caller's fault. */
function notKept(error: unknown): Problem {
  const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
  if (isFull) {
    return new Problem('read_only', 'The disk has no space for the body: nothing was written.');
  }
  return new Problem(
    'unavailable',
    'The body could not be kept in a temporary file: nothing was written. Send it again later.',
    { cause: error },
  );
}
