import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

type Content = string | AsyncIterable<Uint8Array>;

/**
 * Writes a file completely or not at all: under another name first, so that neither a broken connection
 * nor a full disk leaves half a file, or takes away the one that was there. Only its owner can read it.
 */
export async function writeWhole(path: string, content: Content): Promise<void> {
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
    throw error;
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  }
}
