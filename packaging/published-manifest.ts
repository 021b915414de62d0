import { copyFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * `prepack` and `postpack`: the package carries a manifest without what only a checkout has. Its scripts name files that are not in
 * the package, and npm asks those who install it to allow them.
 */
const ROOT = join(import.meta.dirname, '..');
const MANIFEST = join(ROOT, 'package.json');
const WHOLE = join(ROOT, 'dist', 'package.json.whole');
const OF_A_CHECKOUT = ['scripts', 'devDependencies', 'allowScripts', 'workspaces'];

if (process.argv[2] === 'restore') await rename(WHOLE, MANIFEST);
else {
  await copyFile(MANIFEST, WHOLE);
  const members = Object.entries(JSON.parse(await readFile(MANIFEST, 'utf8')) as object);
  const published = Object.fromEntries(members.filter(([name]) => !OF_A_CHECKOUT.includes(name)));
  await writeFile(MANIFEST, `${JSON.stringify(published, null, 2)}\n`);
}
