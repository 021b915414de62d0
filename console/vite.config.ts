import { defineConfig } from 'vite';

/** The service serves `dist/` at /console/. Each page is a chunk of its own, loaded when it is opened. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
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
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/connectors', '/openapi.json'].map((path) => [path, 'http://127.0.0.1:8787']),
    ),
  },
});
