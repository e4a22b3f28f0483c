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
    // Replaced atomically: a crash leaves the old file or the new one.
    write: async (text) => {
      const temporary = `${path}.${randomUUID().slice(0, 8)}.part`;
      await mkdir(dirname(path), { recursive: true });
      try {
        // Private, since parameters may be secret.
        await writeFile(temporary, text, { mode: 0o600, flush: true });
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
  };
}
