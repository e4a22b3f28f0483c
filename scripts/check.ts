import { spawnSync } from 'node:child_process';

/** Everything that is checked without running the product: format, lint, types, unused code. */
const CHECKS: readonly (readonly string[])[] = [
  ['biome', 'ci', '.'],
  ['oxlint', '--type-aware', '--deny-warnings', 'src', 'test', 'scripts', 'benchmarks'],
  ['tsc', '-p', 'tsconfig.pure.json'],
  ['tsc', '-p', 'tsconfig.browser.json'],
  ['tsc', '-p', 'src/web/tsconfig.json'],
  ['tsc', '-p', 'test/e2e/tsconfig.json'],
  ['tsc', '-p', 'tsconfig.json'],
  ['knip'],
];

for (const [command = '', ...args] of CHECKS) {
  console.log(`\n> ${command} ${args.join(' ')}`);
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}
