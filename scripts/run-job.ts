import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stopTracking } from './promise-tracking.ts';

/** Runs the given test files in this process; each file's hooks apply to that file only. */
const files = process.argv.slice(2);
const { describe } = await import('node:test');

// Imported first, so that their final hooks run at the end of the job and not of its first file.
await import('../test/support/databases.ts');
if (files.some((file) => file.includes('/e2e/'))) await import('../test/e2e/support/stage.ts');

let loading = files.length;
for (const file of files) {
  describe(file, async () => {
    await import(pathToFileURL(resolve(file)).href);
    loading -= 1;
    if (loading === 0) stopTracking();
  });
}
