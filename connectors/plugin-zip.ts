import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Zippable, zipSync } from 'fflate';

const PLUGIN = join(import.meta.dirname, 'woocommerce');
/** The folder in which WordPress keeps the plugin. */
const FOLDER = 'ucp-host';
/** Files of the plugin; tests, the wire's schema and tools are excluded. */
const SHIPPED = [/^[\w-]+\.php$/, /^(readme|LICENSE)\.txt$/, /^(src|languages|assets|templates)\//];
/** Excluded in every folder. */
const KEPT_HERE = /(^|\/)(\.|tests?\/|node_modules\/)|\.(test|dist|neon|xml|lock|map)$/i;

/** Builds the plugin's zip, byte for byte reproducible. */
export async function pluginZip(): Promise<Uint8Array> {
  const files: Zippable = {};
  for (const path of await shippedFiles()) {
    files[`${FOLDER}/${path}`] = [new Uint8Array(await readFile(join(PLUGIN, path))), ALWAYS_THE_SAME];
  }
  return zipSync(files, { level: 9 });
}

/** Zips store local time without a zone. Mode 0o644 lets the server's user read the files. */
const ALWAYS_THE_SAME = { mtime: new Date(1980, 0, 1, 0, 0, 0), os: 3, attrs: 0o100644 << 16 };

async function shippedFiles(): Promise<string[]> {
  const entries = await readdir(PLUGIN, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(PLUGIN.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => SHIPPED.some((each) => each.test(path)) && !KEPT_HERE.test(path))
    .sort();
}
