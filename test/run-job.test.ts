import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryDirectory } from './support/temporary-directory.ts';

const RUN_JOB = join(import.meta.dirname, '../scripts/run-job.ts');

const FILES = {
  thrown: "setTimeout(() => { throw new Error('thrown by nobody'); }, 1);",
  rejected: "void Promise.reject(new Error('rejected by nobody'));",
};

test('a job fails by an error that nothing caught, and prints where it was thrown', () => {
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
    assert.match(String(stderr), new RegExp(`${name} by nobody\n    at .*${name}\\.test\\.ts`));
  }
});
