import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryDirectory } from './support/temporary-directory.ts';

const RUN_JOB = join(import.meta.dirname, '../scripts/run-job.ts');

const FILES = {
  thrown: "setTimeout(() => { throw new Error('thrown uncaught'); }, 1);",
  rejected: "void Promise.reject(new Error('rejected uncaught'));",
};

test('a job fails on an uncaught error, and prints where it was thrown', () => {
  const directory = temporaryDirectory();
  for (const [name, statement] of Object.entries(FILES)) {
    const file = join(directory, `${name}.test.ts`);
    writeFileSync(
      file,
      `import { test } from 'node:test';
      test('passes', async () => { ${statement} await new Promise((done) => setTimeout(done, 20)); });`,
    );
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { status, stdout, stderr } = spawnSync(process.execPath, [RUN_JOB, file], { env });
    assert.equal(status, 1);
    assert.match(String(stdout), /✔ passes/);
    assert.match(String(stderr), new RegExp(`${name} uncaught\n    at .*${name}\\.test\\.ts`));
  }
});
