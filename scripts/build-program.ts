import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '..');
const target = join(root, 'dist/program');

/** Files that the program starts by path, so they stay separate. */
const THREADS = [
  'src/compute/results-worker.js',
  'src/jobs/outputs/runner-worker.js',
  'src/storage/engines/check-worker.js',
];
const DATA = 'src/operations/judging/parts/sample-data.json';

/**
 * Bundles the command for tests, which start it as a process hundreds of times per run: from a few
 * large files it starts in a third of the processor time. The bundle is as deep as `src`, so
 * relative paths stay the same. Returns the path of the command.
 */
export async function buildProgram(): Promise<string> {
  const entries = ['test/support/start-program.js', ...THREADS];
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    ssr: {
      noExternal: true,
      // pino finds its parts by path; tests patch pg.
      external: ['pino', 'pg'],
    },
    build: {
      ssr: true,
      outDir: target,
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      rollupOptions: {
        input: entries.map((path) => join(root, path)),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  copyFileSync(join(root, DATA), join(target, 'sample-data.json'));
  return join(target, 'start-program.js');
}
