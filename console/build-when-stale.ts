import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { CONSOLE_DIST } from '../src/built-files.ts';

/** File with the hash of the sources. */
const STAMP = 'built-from.txt';

/** Lock folder of a running build. One older than the limit belongs to a killed build. */
const LOCK = `${CONSOLE_DIST}-lock`;
const MAX_BUILD_MS = 120_000;

type OnStep = (step: string) => void;

/** Builds the console unless the last build matches its sources; false when it does. Other processes wait for a running build. */
export async function buildWhenStale(onStep: OnStep = () => undefined): Promise<boolean> {
  if (await isFresh()) return false;
  await takeLock();
  try {
    if (await isFresh()) return false;
    await build(onStep);
    return true;
  } finally {
    await rm(LOCK, { recursive: true, force: true });
  }
}

async function isFresh(): Promise<boolean> {
  const built = await readFile(join(CONSOLE_DIST, STAMP), 'utf8').catch(() => undefined);
  return built === (await hashOfSources());
}

async function takeLock(): Promise<void> {
  for (;;) {
    try {
      await mkdir(LOCK);
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const age = Date.now() - (await stat(LOCK).then(({ ctimeMs }) => ctimeMs, Date.now));
    if (age > MAX_BUILD_MS) await rm(LOCK, { recursive: true, force: true });
    else await sleep(200);
  }
}

/** Builds beside the last build, which stays complete until it is replaced. */
async function build(onStep: OnStep): Promise<void> {
  const hash = await hashOfSources();
  const fresh = join(LOCK, 'dist');
  const vite = await import('vite');
  await vite.build({
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    logLevel: 'error',
    plugins: [steps(onStep)],
    build: { outDir: fresh, emptyOutDir: true },
  });
  await compress(fresh);
  await writeFile(join(fresh, STAMP), hash);
  await rm(CONSOLE_DIST, { recursive: true, force: true });
  await rename(fresh, CONSOLE_DIST);
}

/** Writes a gzipped copy beside each file that the service sends, where it is smaller. */
async function compress(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!/\.(css|html|js|json|svg)$/.test(name)) continue;
    const file = join(folder, name);
    const content = await readFile(file);
    const gzipped = await promisify(gzip)(content, { level: 9 });
    if (gzipped.length < content.length) await writeFile(`${file}.gz`, gzipped);
  }
}

function steps(onStep: OnStep): Plugin {
  return {
    name: 'steps',
    buildStart: () => onStep('reading its sources'),
    renderStart: () => onStep('putting its pages together'),
    writeBundle: () => onStep('writing its files'),
  };
}

/** Hashes the console's files, the documentation that its guides are rendered from, and the lock file. */
async function hashOfSources(): Promise<string> {
  const root = join(import.meta.dirname, '..');
  const folders = ['console', 'docs'].map((name) =>
    readdir(join(root, name), { recursive: true, withFileTypes: true }),
  );
  const files = (await Promise.all(folders))
    .flat()
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => ![LOCK, CONSOLE_DIST].some((built) => file.startsWith(built + sep)));
  const hash = createHash('sha256');
  for (const file of [...files.sort(), join(root, 'package-lock.json')]) {
    hash.update(file.slice(root.length)).update('\0');
    hash.update(await readFile(file).catch(() => ''));
  }
  return hash.digest('hex');
}
