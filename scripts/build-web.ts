import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/**
 * Builds the web UI into `dist/web`, each file beside its compressed forms. With `--if-stale`, only
 * if its sources have changed since the last build.
 */
const root = join(import.meta.dirname, '..');
const target = join(root, 'dist/web');
const stampFile = join(root, 'dist/web.stamp');
const SOURCES = [
  'src/{web,client,contract,domain,files}/**/*.{ts,tsx,css,html,svg}',
  'docs/{guide,statistics}/*.md',
  'package-lock.json',
  'vite.config.ts',
  'scripts/build-web.ts',
];

const stamp = stampOfSources();
if (!process.argv.includes('--if-stale') || !isBuilt()) await build();

async function build(): Promise<void> {
  const vite = await import('vite').catch(() => undefined);
  if (vite === undefined) {
    if (existsSync(join(target, 'index.html'))) return;
    console.error('The web UI is not built and its tools are missing. Run "npm ci" first.');
    process.exit(2);
  }
  console.log('Building the web UI (once; takes a few seconds).');
  await vite.build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
  for (const path of globSync('**/*.{js,css,html,svg}', { cwd: target })) compress(path);
  writeFileSync(stampFile, stamp);
}

function compress(path: string): void {
  const file = join(target, path);
  const bytes = readFileSync(file);
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
}

function isBuilt(): boolean {
  if (!existsSync(join(target, 'index.html')) || !existsSync(stampFile)) return false;
  return readFileSync(stampFile, 'utf8') === stamp;
}

function stampOfSources(): string {
  const hash = createHash('sha256');
  for (const path of globSync(SOURCES, { cwd: root }).sort()) {
    if (/\.test\.tsx?$/.test(path)) continue;
    hash.update(path).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
}
