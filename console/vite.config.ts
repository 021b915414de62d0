import { join } from 'node:path';
import { defineConfig } from 'vite';
import { guides } from './guides-plugin.ts';
import { scalar } from './scalar.ts';

/**
 * The service serves `dist/` at /console/, its `reference.html` at /docs, and its `guides/` at /guides. Each page of the console is a chunk of its own,
 * loaded when it is opened.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [scalar, guides],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Nothing is inlined into the CSS or HTML: the content security policy stays strict.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    license: { fileName: 'THIRD-PARTY-LICENSES.md' },
    chunkSizeWarningLimit: 700,
    // Libraries say 'use client', for servers that render; here is none.
    rolldownOptions: {
      input: ['index.html', 'reference.html', 'guides.html'].map((page) => join(import.meta.dirname, page)),
      checks: { moduleLevelDirective: false },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/connectors', '/openapi.json'].map((path) => [path, 'http://127.0.0.1:8787']),
    ),
  },
});
