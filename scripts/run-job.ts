import { resolve } from 'node:path';
import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';
// First, so that what it does at the end is done at the end of the job and not of its first file.
import '../test/support/databases.ts';

/** Runs the test files it is given in this process; each file's hooks are its own. */
for (const file of process.argv.slice(2)) {
  describe(file, async () => {
    await import(pathToFileURL(resolve(file)).href);
  });
}
