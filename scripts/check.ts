import { spawnSync } from 'node:child_process';

/** Everything that is checked without running the product. */
const CHECKS: readonly (readonly string[])[] = [
  ['biome', 'ci', '.'],
  ['oxlint', '--type-aware', '--deny-warnings', 'src', 'test', 'scripts', 'benchmarks'],
  ['tsc', '-p', 'tsconfig.pure.json'],
  ['tsc', '-p', 'tsconfig.browser.json'],
  ['tsc', '-p', 'src/web/tsconfig.json'],
  ['tsc', '-p', 'tsconfig.worker.json'],
  ['tsc', '-p', 'test/e2e/tsconfig.json'],
  ['tsc', '-p', 'tsconfig.json'],
  ['redocly', 'lint', 'openapi.json'],
  ['knip'],
];

for (const [command = '', ...args] of CHECKS) {
  console.log(`\n> ${command} ${args.join(' ')}`);
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    // The linter of the document would ask its registry for a newer version of itself.
    env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}
