import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';

/**
 * By default the compiler starts four threads that compute the same types, which takes twice the
 * processor time. Running several checks at once uses the processors better.
 */
const COMPILE = ['tsc', '--checkers', '1', '-p'];

/** All static checks, longest first. */
const CHECKS: readonly (readonly string[])[] = [
  ['oxlint', '--type-aware', '--deny-warnings', 'src', 'test', 'scripts', 'benchmarks'],
  [...COMPILE, 'tsconfig.json'],
  [...COMPILE, 'test/e2e/tsconfig.json'],
  [...COMPILE, 'src/web/tsconfig.json'],
  ['knip'],
  ['biome', 'ci', '.'],
  ['redocly', 'lint', 'openapi.json'],
  [...COMPILE, 'tsconfig.pure.json'],
  [...COMPILE, 'tsconfig.browser.json'],
  [...COMPILE, 'tsconfig.worker.json'],
];

const waiting = CHECKS.values();
await Promise.all(Array.from({ length: availableParallelism() }, checkNext));

async function checkNext(): Promise<void> {
  for (const [command = '', ...args] of waiting) {
    const check = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      // Keeps redocly from asking its registry for a newer version.
      env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      shell: process.platform === 'win32',
    });
    const ended = once(check, 'close');
    const printed = await Promise.all([text(check.stdout), text(check.stderr)]);
    const [code] = await ended;
    console.log(`\n> ${command} ${args.join(' ')}\n${printed.join('')}`);
    if (code !== 0) process.exitCode = 1;
  }
}
