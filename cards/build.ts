import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { build, type Plugin } from 'vite';
import { CARD_DOCUMENT } from '../src/built-files.ts';

/** Hosts load the document for each card that they show. */
const MAX_GZIPPED_BYTES = 60_000;

const LICENSES = 'THIRD-PARTY-LICENSES.md';

/** Leaves out zod's conversion to JSON Schema, which the cards never call: a tenth of the bundle. */
const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  enforce: 'pre',
  load: (id) => (id.endsWith('/zod/v4/core/json-schema-processors.js') ? 'export {};' : undefined),
};

/** Builds one HTML document with all its code and styles; returns its size. Throws when it is larger than the limit. */
export async function buildCards(): Promise<number> {
  const [entry, template] = await Promise.all([
    bundle(),
    readFile(join(import.meta.dirname, 'card.html'), 'utf8'),
  ]);
  const document = template
    .replace('/*style*/', () => entry.style)
    .replace('/*script*/', () =>
      entry.script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--'),
    );
  const size = (await promisify(gzip)(document, { level: 9 })).length;
  if (size > MAX_GZIPPED_BYTES) {
    throw new Error(`The cards have ${size} bytes gzipped, and must have at most ${MAX_GZIPPED_BYTES}.`);
  }
  await write(CARD_DOCUMENT, document);
  await write(join(dirname(CARD_DOCUMENT), LICENSES), entry.licenses);
  return size;
}

/** Replaces a file at once: a running service may read it. */
async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.${process.pid}`, text);
  await rename(`${file}.${process.pid}`, file);
}

async function bundle() {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    plugins: [withoutJsonSchema],
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      license: { fileName: LICENSES },
      rolldownOptions: {
        input: join(import.meta.dirname, 'card.ts'),
        shimMissingExports: true,
        treeshake: {
          moduleSideEffects: (id) => !id.includes('/node_modules/'),
          propertyReadSideEffects: false,
        },
        onLog: (level, log, handle) => (log.code === 'SHIMMED_EXPORT' ? undefined : handle(level, log)),
      },
    },
  });
  const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const textOf = (name: RegExp) => {
    const matching = outputs.filter(({ fileName }) => name.test(fileName));
    const [only] = matching;
    if (matching.length !== 1 || !only) throw new Error(`The cards must be built into one file of ${name}.`);
    return only.type === 'chunk' ? only.code : String(only.source);
  };
  return { script: textOf(/\.js$/), style: textOf(/\.css$/), licenses: textOf(/\.md$/) };
}
