import { randomUUID } from 'node:crypto';
import { constants, fstatSync, realpathSync, statSync } from 'node:fs';
import { mkdir, open, readlink, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

type Content = string | AsyncIterable<Uint8Array>;

/**
 * Writes a file completely or not at all: under another name first, so that neither a broken connection
 * nor a full disk leaves half a file, or takes away the one that was there. Only its owner can read it.
 * A link stays and its file is written; a device or pipe is written to as it is.
 */
export async function writeWhole(path: string, content: Content): Promise<void> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() === false) return writeThrough(path, content);
  await replaceFile(await withoutLinks(path), content);
}

/** Whether a path, such as /dev/stdout, names what standard output goes to already. */
export function isStandardOutput(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  const own = fstatSync(1);
  return found?.dev === own.dev && found.ino === own.ino;
}

/** Nothing can take the place of a device or pipe, and what it has got stays there. */
async function writeThrough(path: string, content: Content): Promise<void> {
  const file = await open(path, constants.O_WRONLY | constants.O_APPEND);
  try {
    await file.writeFile(content);
  } catch (error) {
    throw naming(path, error);
  } finally {
    await file.close();
  }
}

async function replaceFile(path: string, content: Content): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${randomUUID().slice(0, 8)}.part`;
  const remove = () => rm(unfinished, { force: true });
  const interrupted = () => void remove().finally(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    const file = await open(unfinished, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await remove();
    throw naming(path, error);
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  }
}

/** The file that a path leads to; it need not be there yet. */
async function withoutLinks(path: string): Promise<string> {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return realpathSync(path);
  const target = await readlink(path).catch(() => undefined);
  return target === undefined ? path : withoutLinks(resolve(dirname(path), target));
}

/** What fails names no path, or that of the unfinished file: the person knows the one that they gave. */
function naming(path: string, error: unknown): unknown {
  const isOfFile = error instanceof Error && 'syscall' in error;
  return isOfFile ? Object.assign(error, { path }) : error;
}
