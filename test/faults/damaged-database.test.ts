import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

test('a file that is no database is refused in one sentence, and the lock is given back', () => {
  const directory = mkdtempSync(join(tmpdir(), 'jurybox-damaged-'));
  writeFileSync(join(directory, 'jurybox.db'), 'this is no database, '.repeat(1000));
  const program = join(import.meta.dirname, '../../src/cli/jurybox.js');
  const { status, stderr } = spawnSync(
    process.execPath,
    [program, 'serve', '--port', '0', '--data-dir', directory],
    { encoding: 'utf8' },
  );
  assert.equal(status, 2, stderr);
  assert.match(stderr, /^The database in .* is damaged or is none\. Restore a backup.*\n$/);
  assert.ok(!existsSync(join(directory, 'lock')));
  rmSync(directory, { recursive: true });
});
