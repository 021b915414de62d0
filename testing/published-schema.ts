import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { buildClientSchema, type GraphQLSchema } from 'graphql';

const run = promisify(execFile);
const unzip = promisify(gunzip);

const PACKAGE = '@shopify/dev-mcp@1.16.0';
const CACHE = join(import.meta.dirname, '../.cache');
const UNPACKED = join(CACHE, 'shopify-schemas-1.16.0');
const FILES = { storefront: 'storefront-graphql_2026-07.json.gz', admin: 'admin_2026-07.json.gz' } as const;

const schemas = new Map<keyof typeof FILES, Promise<GraphQLSchema>>();

/** Shopify's published schema of 2026-07. Fetched once from npm, as data: the package is never installed nor run. */
export function publishedSchema(api: keyof typeof FILES): Promise<GraphQLSchema> {
  const cached = schemas.get(api);
  if (cached) return cached;
  const loading = load(FILES[api]);
  schemas.set(api, loading);
  return loading;
}

async function load(file: string): Promise<GraphQLSchema> {
  const zipped = await readFile(join(UNPACKED, file)).catch(async () => {
    await unpack();
    return readFile(join(UNPACKED, file));
  });
  const { data } = JSON.parse((await unzip(zipped)).toString('utf8'));
  return buildClientSchema(data, { assumeValid: true });
}

/** Downloads into its own folder and renames it, so that concurrent test files do not collide. */
async function unpack(): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'unpacking-'));
  try {
    await run('npm', ['pack', PACKAGE, '--silent', '--ignore-scripts', '--pack-destination', folder], {
      cwd: folder,
    });
    const members = Object.values(FILES).map((file) => `package/dist/data/${file}`);
    await run('tar', ['-xzf', join(folder, 'shopify-dev-mcp-1.16.0.tgz'), '-C', folder, ...members]);
    await rename(join(folder, 'package/dist/data'), UNPACKED).catch(unlessAlreadyThere);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function unlessAlreadyThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
}
