import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { makeMigratedDatabases } from '../test/support/migrated-databases.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import { printSummary } from './print-summary.ts';
import { makeScratch } from './scratch.ts';
import { makeJobs } from './test-jobs.ts';
import { runJobs } from './test-runner.ts';

/**
 * Runs everything: checks, then all tests on one PostgreSQL of our own. `npm test -- FILE…` runs
 * only those files, without the checks. `--quick` leaves out the browser, the faults and PostgreSQL.
 */
const ALL = '{src,test}/**/*.test.ts';
const QUICK = ['src/**/*.test.ts', 'test/{api,outbound,results,statistics,web}/**/*.test.ts'];

const [option, ...chosen] = process.argv.slice(2);
const isQuick = option === '--quick';
const patterns = isQuick ? [...QUICK, 'test/*.test.ts'] : [option ?? ALL, ...chosen];
const isWhole = option === undefined || isQuick;
for (const pattern of patterns) {
  if (globSync(pattern).length === 0) exit(`No test file is called ${pattern}. Check the path.`);
}

if (isWhole) run('scripts/check.ts');
run('scripts/build-web.ts', '--if-stale');
const scratch = makeScratch();
process.env['NODE_COMPILE_CACHE'] ??= scratch.compileCache;
if (isQuick) process.env['TEST_ENGINES'] = 'sqlite';
const postgres = isQuick ? undefined : await startPostgres();
const tidyUp = async () => {
  await postgres?.stop();
  scratch.remove();
};
// What is kept in memory would stay there.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    void tidyUp().finally(() => process.exit(1));
  });
}
try {
  if (postgres !== undefined) process.env['TEST_POSTGRES_URL'] = postgres.url;
  Object.assign(process.env, await makeMigratedDatabases(scratch.directory, postgres?.url));
  const outcomes = await runJobs(makeJobs(globSync(patterns)), scratch);
  if (!printSummary(outcomes)) process.exitCode = 1;
} finally {
  await tidyUp();
}

function run(...args: readonly string[]): void {
  const command = ['--disable-proto=delete', ...args];
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' });
  if (status !== 0) exit(`${args.join(' ')} failed; no test was run.`);
}

function exit(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
