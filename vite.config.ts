import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Builds the web UI; `scripts/build-web.ts` runs it and compresses what comes out. */
export default defineConfig({
  root: 'src/web',
  base: '/',
  plugins: [react()],
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
    // The page's policy allows no data addresses but for pictures, so nothing is put inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
