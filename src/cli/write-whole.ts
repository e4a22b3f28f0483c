import { randomUUID } from 'node:crypto';
import { constants, fstatSync, realpathSync, statSync } from 'node:fs';
import { mkdir, open, readlink, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

type Content = string | AsyncIterable<Uint8Array>;

/**
 * Writes a file completely or not at all: under a temporary name first, so that a broken connection
 * or a full disk neither leaves half a file nor destroys the existing one. Only its owner can read
 * it. Links are followed; devices and pipes are written to directly.
 */
export async function writeWhole(path: string, content: Content): Promise<void> {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() === false) return writeThrough(path, content);
  await replaceFile(await withoutLinks(path), content);
}

/** Whether a path, such as /dev/stdout, is the same file as standard output. */
export function isStandardOutput(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  const output = fstatSync(1);
  return stats?.dev === output.dev && stats.ino === output.ino;
}

/** A device or pipe cannot be replaced, and what it has received cannot be taken back. */
async function writeThrough(path: string, content: Content): Promise<void> {
  const file = await open(path, constants.O_WRONLY | constants.O_APPEND);
  try {
    await file.writeFile(content);
  } catch (error) {
    throw withPath(path, error);
  } finally {
    await file.close();
  }
}

async function replaceFile(path: string, content: Content): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomUUID().slice(0, 8)}.part`;
  const remove = () => rm(temporary, { force: true });
  const interrupted = () => void remove().finally(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await remove();
    throw withPath(path, error);
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  }
}

/** The file that a path leads to, which need not exist. */
async function withoutLinks(path: string): Promise<string> {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return realpathSync(path);
  const target = await readlink(path).catch(() => undefined);
  return target === undefined ? path : withoutLinks(resolve(dirname(path), target));
}

/** Puts the user's path into an error that has none, or that of the temporary file. */
function withPath(path: string, error: unknown): unknown {
  const isOfFile = error instanceof Error && 'syscall' in error;
  return isOfFile ? Object.assign(error, { path }) : error;
}
