import type { Count, Outcome } from './test-runner.ts';

const SLOWEST = 10;

/** Prints the slowest files and the failures, and returns whether all tests passed. */
export function printSummary(outcomes: readonly Outcome[]): boolean {
  const slowest = outcomes
    .flatMap(({ durations }) => [...durations])
    .sort(([, one], [, other]) => other - one)
    .slice(0, SLOWEST);
  console.log('The slowest files:');
  for (const [file, ms] of slowest) {
    console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`);
  }
  const sum = (count: Count) => outcomes.reduce((total, { counts }) => total + counts[count], 0);
  const minutes = (performance.now() / 60_000).toFixed(1);
  console.log(
    `\n${sum('tests')} tests, ${sum('passed')} passed, ${sum('skipped')} skipped, in ${minutes} minutes.`,
  );
  const failed = outcomes.filter(({ isGood }) => !isGood);
  for (const { job, failures } of failed) {
    console.log(`\nFailed: npm test -- ${job.join(' ')}`);
    for (const { name, message } of failures) console.log(`  ✖ ${name}: ${message}`);
  }
  return failed.length === 0;
}
