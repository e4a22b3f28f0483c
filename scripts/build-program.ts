import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '..');
const target = join(root, 'dist/program');

/** Files that the program starts or reads by their name, which stay files of their own. */
const THREADS = [
  'src/compute/results-worker.js',
  'src/jobs/outputs/runner-worker.js',
  'src/storage/engines/check-worker.js',
];
const DATA = 'src/operations/judging/parts/sample-data.json';

/**
 * Bundles the command for the tests that start it as a process, hundreds of times in a run: from a
 * few large files it starts in a third of the processor time. They are as deep as those of `src`,
 * so that everything else is found by the same relative paths. Returns its path.
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
      // One finds its parts by their paths, the other is the one that tests reach into.
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
