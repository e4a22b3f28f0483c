import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';

const MIB = 1024 * 1024;
const WRITTEN = 40 * MIB;

/** Logs more than may wait in memory, and prints how much does. */
const PROGRAM = `
  import { openLogDestination } from '${import.meta.resolve('./log-destination.ts')}';
  const log = openLogDestination();
  for (let written = 0; written < ${WRITTEN}; written += ${MIB}) log.write('x'.repeat(${MIB}));
  process.stdout.write(String(process.stderr.writableLength), () => process.exit());
`;

test('a log that is not read takes bounded memory', async (t) => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM]);
  t.after(() => child.kill('SIGKILL'));
  const waiting = Number(await text(child.stdout));
  assert.ok(waiting > 0 && waiting < WRITTEN / 2, `${waiting} bytes wait`);
});
