import { chmod, readFile } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';

/**
 * `prepack`, which npm runs before it packs: bundles the service, the simulated shops and all that they import into `dist/`, so
 * that the package has no dependencies. Names stay readable for the stack traces of logs.
 */
const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const COMMAND = 'ucp-host.js';

/** A file that code names beside itself: a thread is bundled, any other file is copied. */
const FILE_BESIDE = /new URL\('([^']+)', import\.meta\.url\)/g;

const filesBesideCode: Plugin = {
  name: 'files-beside-code',
  enforce: 'pre',
  async transform(code, id) {
    if (id.includes('/node_modules/')) return undefined;
    const references = new Map<string, string>();
    for (const [expression, path = ''] of code.matchAll(FILE_BESIDE)) {
      const file = resolve(dirname(id), path);
      const reference =
        extname(file) === '.ts'
          ? this.emitFile({ type: 'chunk', id: file })
          : this.emitFile({ type: 'asset', name: path, source: await readFile(file) });
      references.set(expression, `import.meta.ROLLUP_FILE_URL_${reference}`);
    }
    if (references.size === 0) return undefined;
    return code.replaceAll(FILE_BESIDE, (expression) => references.get(expression) ?? expression);
  },
  resolveFileUrl: ({ fileName }) => `new URL('./${fileName}', import.meta.url)`,
};

await build({
  configFile: false,
  root: ROOT,
  logLevel: 'warn',
  ssr: { noExternal: true, external: ['pg-native'] },
  plugins: [filesBesideCode],
  build: {
    ssr: true,
    ssrEmitAssets: true,
    target: 'node24',
    outDir: DIST,
    emptyOutDir: true,
    minify: false,
    license: { fileName: 'THIRD-PARTY-LICENSES.md' },
    rolldownOptions: {
      input: { 'ucp-host': join(import.meta.dirname, 'ucp-host.ts') },
      // Flat: code of `dist/` finds the package's root as code of `src/` does.
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name]-[hash][extname]',
      },
    },
  },
});
await chmod(join(DIST, COMMAND), 0o755);
