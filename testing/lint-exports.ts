/** A part of `npm run check dead-code`: refuses exports of `src` that no other file imports, which knip does not see there. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const IMPORTS =
  /^(?:import|export)\s+(?:type\s+)?(?:\w+\s*,\s*)?(?:\{([^}]*)\}|\*(?: as \w+)?|\w+)\s+from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/gm;
const EXPORTS = /^export (?:declare )?(?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm;

const files = globSync('**/*.{ts,tsx}', { exclude: (name) => /(?:^|\/)(?:node_modules|dist)$/.test(name) });
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));

/** Imported names by file; `*` for one of which all may be used. */
const imported = new Map<string, Set<string>>();
for (const [file, text] of texts)
  for (const [, names, specifier = '', lazy] of text.matchAll(IMPORTS)) {
    const target = join(dirname(file), specifier || String(lazy));
    const known = imported.get(target) ?? new Set();
    for (const name of names?.split(',') ?? ['*']) known.add(nameIn(name));
    imported.set(target, known);
  }

const unused = [...texts].flatMap(([file, text]) => {
  const known = imported.get(file);
  const isChecked = file.startsWith('src/') && !file.endsWith('.generated.ts') && !known?.has('*');
  if (!isChecked) return [];
  return [...text.matchAll(EXPORTS)]
    .filter(([, name = '']) => !known?.has(name))
    .map(([, name]) => `${file}: ${name}`);
});
for (const each of unused) process.stdout.write(`${each} is imported nowhere: do not export it\n`);
if (unused.length > 0) process.exitCode = 1;

/** `type Money as Amount` imports `Money`. */
function nameIn(imported: string): string {
  return imported
    .trim()
    .replace(/^type\s+/, '')
    .replace(/\s+as\s+[\s\S]*/, '');
}
