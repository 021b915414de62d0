/** A part of `npm run check dead-code`: refuses exports of `src` and `search` that no other file imports, which knip does not see there. */
import { globSync, readFileSync } from 'node:fs';
import { importsOf } from './imports.ts';

const EXPORTS = /^export (?:declare )?(?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm;

const files = globSync('**/*.{ts,tsx}', { exclude: (name) => /(?:^|\/)(?:node_modules|dist)$/.test(name) });
const texts = files.map((file) => [file, readFileSync(file, 'utf8')] as const);

/** Imported names as `file: name`; the file alone when all of it may be used. */
const imported = new Set(
  texts.flatMap(([file, text]) =>
    importsOf(file, text).flatMap(({ to, names }) => names?.map((name) => `${to}: ${name}`) ?? to),
  ),
);

const unused = texts
  .filter(
    ([file]) => /^(?:search|src)\//.test(file) && !file.endsWith('.generated.ts') && !imported.has(file),
  )
  .flatMap(([file, text]) => [...text.matchAll(EXPORTS)].map(([, name]) => `${file}: ${name}`))
  .filter((each) => !imported.has(each));
for (const each of unused) process.stdout.write(`${each} is imported nowhere: do not export it\n`);
if (unused.length > 0) process.exitCode = 1;
