import { readdirSync, readlinkSync } from 'node:fs';

/** The files below a path that this process has open, once for each time; also deleted ones. */
export function openedFiles(path: string): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      const opened = readlinkSync(`/proc/self/fd/${name}`);
      return opened.startsWith(path) ? [opened] : [];
    } catch {
      // The descriptor that listed them is closed by now.
      return [];
    }
  });
}
