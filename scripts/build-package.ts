import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Compiles everything that runs outside browsers into `build`, for the published package: Node does
 * not strip types inside node_modules. `build` is as deep as `src`, so relative paths stay the
 * same.
 */
const root = join(import.meta.dirname, '..');
rmSync(join(root, 'build'), { recursive: true, force: true });
const { status } = spawnSync('tsc', ['-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exit(status ?? 1);
