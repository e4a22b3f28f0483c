import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const ROOT = join(import.meta.dirname, 'src/web');
const WORKER = 'service-worker';
const JUDGING = 'judging';
const SHARED = 'shared';

/** Builds the web UI; `scripts/build-web.ts` runs it and compresses what comes out. */
export default defineConfig({
  root: 'src/web',
  base: '/',
  plugins: [react(), listJudgeFiles()],
  resolve: {
    alias: {
      // Markdown's entities: the form for browsers writes innerHTML, which trusted types refuse.
      'decode-named-character-reference': fileURLToPath(
        import.meta.resolve('decode-named-character-reference'),
      ),
    },
  },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    rollupOptions: {
      input: [join(ROOT, 'index.html'), join(ROOT, `${WORKER}.ts`)],
      output: {
        entryFileNames: ({ name }) => (name === WORKER ? '[name].js' : 'assets/[name]-[hash].js'),
        chunkFileNames: ({ name }) =>
          `assets/${name.startsWith(SHARED) ? SHARED : '[name]'}-[hash].js`,
        // Without groups a page is made of sixty files, one for each way in which pages share modules.
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], test: (id) => !id.endsWith(`${WORKER}.ts`) },
            // Guests judge on phones: their page loads nothing that only others need.
            {
              name: (id, graph) => (isPartOf('JudgePage.tsx', id, graph) ? JUDGING : null),
              debugName: JUDGING,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            {
              name: SHARED,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 5_000,
            },
          ],
        },
      },
    },
    // The page's policy allows no data addresses but for pictures, so nothing is put inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What a page may load is tested: test/e2e/every-page.test.ts.
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
  },
});

interface Graph {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

/** Whether a module is loaded with a page: the page imports it, or what the page imports does. */
function isPartOf(page: string, id: string, graph: Graph): boolean {
  const found = new Set([id]);
  // A set also visits what is added meanwhile.
  for (const next of found) {
    if (next.endsWith(`/${page}`)) return true;
    for (const importer of graph.getModuleInfo(next)?.importers ?? []) found.add(importer);
  }
  return false;
}

/** Writes the addresses of all files that the judge page may load into the service worker. */
function listJudgeFiles(): Plugin {
  return {
    name: 'list-judge-files',
    generateBundle(_options, bundle) {
      const files = new Set<string>();
      const add = (fileName: string, follows: 'also its later parts' | 'only what it needs') => {
        const chunk = bundle[fileName];
        if (chunk?.type !== 'chunk' || files.has(fileName)) return;
        files.add(fileName);
        const { importedCss = [], importedAssets = [] } = chunk.viteMetadata ?? {};
        for (const asset of [...importedCss, ...importedAssets]) files.add(asset);
        for (const next of chunk.imports) add(next, 'only what it needs');
        if (follows === 'only what it needs') return;
        for (const next of chunk.dynamicImports) add(next, 'also its later parts');
      };
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        if (chunk.isEntry && chunk.name !== WORKER) add(chunk.fileName, 'only what it needs');
        if (chunk.facadeModuleId?.endsWith('/JudgePage.tsx') === true) {
          add(chunk.fileName, 'also its later parts');
        }
      }
      const worker = bundle[`${WORKER}.js`];
      if (worker?.type !== 'chunk') throw new Error('The service worker was not built.');
      const list = [...files].sort().map((file) => `/${file}`);
      const release = createHash('sha256').update(list.join()).digest('hex').slice(0, 16);
      worker.code = worker.code
        .replaceAll(/\bJUDGE_FILES\b/g, JSON.stringify(list))
        .replaceAll(/\bRELEASE\b/g, JSON.stringify(release));
    },
  };
}
