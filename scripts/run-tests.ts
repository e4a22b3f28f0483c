import { spawnSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CITUS_URL, describeCluster, joinCluster } from '../test/support/citus-cluster.ts';
import { makeMigratedDatabases } from '../test/support/migrated-databases.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import { filesOf, isLane } from './lanes.ts';
import { printClusterLane, printLane } from './print-lane.ts';
import { printSummary } from './print-summary.ts';
import { makeScratch } from './scratch.ts';
import { makeJobs } from './test-jobs.ts';
import { runJobs } from './test-runner.ts';

/**
 * Runs all checks, then all tests on a PostgreSQL server that it starts. `npm test -- PATH…` runs
 * only those files or folders, without the checks. `--quick` leaves out the browser, the faults and
 * PostgreSQL; `--faults` and `--security` run the tests of those guarantees and print a line for
 * each. `--citus` runs the tests for a distributed database, on the cluster at TEST_CITUS_URL.
 */
const ALL = ['src/**/*.test.ts', 'test/*.test.ts', 'test/!(citus)/**/*.test.ts'];
const QUICK = ['src/**/*.test.ts', 'test/{api,outbound,results,statistics,web}/**/*.test.ts'];

const CITUS = [
  'test/api/*.test.ts',
  'test/citus/*.test.ts',
  'test/faults/{exact-overlap,field-races,guest-races,name-races,revision-races,verdict-races}.test.ts',
];

const [option, ...chosen] = process.argv.slice(2);
const isQuick = option === '--quick';
const lane = option?.replace(/^--/, '') ?? '';
const patterns = patternsOf();
const isWhole = option === undefined || isQuick;
for (const pattern of patterns) {
  if (globSync(pattern).length === 0) exit(`No test file matches ${pattern}. Check the path.`);
}

if (isWhole) run('scripts/check.ts');
run('scripts/build-web.ts', '--if-stale');
const scratch = makeScratch();
process.env['NODE_COMPILE_CACHE'] ??= scratch.compileCache;
if (isQuick) process.env['TEST_ENGINES'] = 'sqlite';
else if (isWhole || isLane(lane) || lane === 'citus') await bundleProgram();
if (CITUS_URL !== undefined) process.env['TEST_ENGINES'] = 'postgres';
const postgres = isQuick
  ? undefined
  : await (CITUS_URL === undefined ? startPostgres() : joinCluster(CITUS_URL));
const stopped = new AbortController();
// Without this, jobs would go on and files in memory would stay there.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    stopped.abort();
    process.exitCode = 1;
  });
}
try {
  if (postgres !== undefined) process.env['TEST_POSTGRES_URL'] = postgres.url;
  Object.assign(process.env, await makeMigratedDatabases(scratch.directory, postgres?.url));
  const files = globSync(patterns);
  // A lane runs one file per job, so that a failure belongs to one file.
  const jobs = isLane(lane) ? files.map((file) => [file]) : makeJobs(files);
  const outcomes = await runJobs(jobs, scratch, stopped.signal);
  if (isLane(lane)) printLane(lane, outcomes);
  if (lane === 'citus') printClusterLane(await describeCluster(CITUS_URL ?? ''), outcomes);
  if (!printSummary(outcomes)) process.exitCode = 1;
} finally {
  await postgres?.stop();
  scratch.remove();
}

function patternsOf(): readonly string[] {
  if (isQuick) return [...QUICK, 'test/*.test.ts'];
  if (lane === 'citus' && CITUS_URL === undefined) {
    exit(
      'Name the coordinator of a Citus cluster in TEST_CITUS_URL: its database "postgres", with the extension and the workers.',
    );
  }
  if (lane === 'citus') return CITUS;
  if (isLane(lane)) return filesOf(lane);
  return option === undefined ? ALL : [option, ...chosen].map(testsIn);
}

function testsIn(path: string): string {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder ? join(path, '**/*.test.ts') : path;
}

/** Only for many files: a few run faster from the sources. */
async function bundleProgram(): Promise<void> {
  const { buildProgram } = await import('./build-program.ts');
  process.env['TEST_PROGRAM'] = await buildProgram();
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
