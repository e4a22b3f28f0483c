import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { startPostgres } from '../test/support/postgres-server.ts';

/**
 * Runs everything: checks, then all tests on one PostgreSQL of our own. `npm test -- FILE…` runs
 * only those files, without the checks.
 */
const chosen = process.argv.slice(2);
if (chosen.length === 0) run(['scripts/check.ts']);
run(['scripts/build-web.ts', '--if-stale']);
const postgres = await startPostgres();
const files = chosen.length > 0 ? chosen : globSync('{src,test}/**/*.test.ts').sort();
try {
  process.env['TEST_POSTGRES_URL'] = postgres.url;
  run(['--test', '--test-concurrency=2', ...files]);
} finally {
  await postgres.stop();
}

function run(args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, ['--disable-proto=delete', ...args], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = status ?? 1;
}
