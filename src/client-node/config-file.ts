import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ConfigStore } from '../client/config-store.ts';

/** Keeps the last known config in a file, for `createConfigReader` in Node, Bun and Deno. */
export function createConfigFile(path: string): ConfigStore {
  return {
    read: async () => {
      try {
        return await readFile(path, 'utf8');
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
    // Replaced as a whole: a crash leaves the old one or the new one.
    write: async (text) => {
      const unfinished = `${path}.${randomUUID().slice(0, 8)}.part`;
      await mkdir(dirname(path), { recursive: true });
      try {
        // Parameters can be secret.
        await writeFile(unfinished, text, { mode: 0o600, flush: true });
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
  };
}
