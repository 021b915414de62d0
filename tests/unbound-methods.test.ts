import assert from 'node:assert/strict';
import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { it } from 'node:test';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { unboundMethods } from '../testing/unbound-methods.ts';

const REFUSED = [
  'export const wrapped = { warn: log.warn };',
  'const { info } = log; info();',
  'use(log.warn);',
  'export const later = condition ? log.info : undefined;',
];
const ALLOWED = [
  'log.warn();',
  'use(log.warn.bind(log));',
  'use(() => log.info?.());',
  'export const name = log.level;',
  'export const now = Date.now;',
  'log.warn = () => undefined;',
  'export const kind = typeof log.warn;',
  'use(own.warn);',
];

it('methods of a library’s object cannot be handed on without it', async () => {
  await using folder = await temporaryFolder();
  const files = {
    'tsconfig.json': JSON.stringify({
      compilerOptions: { module: 'nodenext', types: [], strict: true },
      files: ['a.ts'],
    }),
    'node_modules/loud/package.json': JSON.stringify({ name: 'loud', version: '1.0.0', types: 'index.d.ts' }),
    'node_modules/loud/index.d.ts':
      'export interface Log { level: string; warn(): void; info?: () => void }\nexport declare const log: Log;',
    'a.ts': [
      "import { log } from 'loud'; declare const condition: boolean, use: (given: unknown) => void, own: { warn(): void };",
      ...REFUSED,
      ...ALLOWED,
    ].join('\n'),
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(folder.file(name)), { recursive: true });
    await writeFile(folder.file(name), text);
  }
  const root = await realpath(folder.path);
  const methods = unboundMethods(`${root}/tsconfig.json`, (file) => file.endsWith('/a.ts'));
  const lines = methods.map((place) => Number(/a\.ts:(\d+)/.exec(place)?.[1]));
  assert.deepEqual(
    lines,
    REFUSED.map((_, index) => index + 2),
  );
});
