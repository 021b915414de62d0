import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { CONSOLE_DIST, CONSOLE_SOURCES } from '../console-folders.ts';

/** File with the hash of the sources. */
const STAMP = 'built-from.txt';

/** Lock folder of a running build. One older than the limit belongs to a killed build. */
const LOCK = `${CONSOLE_DIST}-lock`;
const MAX_BUILD_MS = 120_000;

/** True when the build matches the sources, or when there are no sources. */
export async function consoleIsFresh(): Promise<boolean> {
  const built = await readFile(join(CONSOLE_DIST, STAMP), 'utf8').catch(() => undefined);
  if (!existsSync(join(CONSOLE_SOURCES, 'index.html'))) return true;
  return built === (await hashOfSources());
}

/** Builds the console unless it is fresh, in a worker thread and a temporary folder. Other processes wait for a running build. */
export async function buildConsole(onStep: (step: string) => void = () => undefined): Promise<void> {
  await takeLock();
  try {
    if (await consoleIsFresh()) return;
    await buildBeside(onStep);
  } finally {
    await rm(LOCK, { recursive: true, force: true });
  }
}

async function buildBeside(onStep: (step: string) => void): Promise<void> {
  const hash = await hashOfSources();
  const fresh = join(LOCK, 'dist');
  await buildInThread(fresh, onStep);
  await writeFile(join(fresh, STAMP), hash);
  await rm(CONSOLE_DIST, { recursive: true, force: true });
  await rename(fresh, CONSOLE_DIST);
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

function buildInThread(outDir: string, onStep: (step: string) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const worker = new Worker(new URL('./console-build-thread.ts', import.meta.url), {
    workerData: { configFile: join(CONSOLE_SOURCES, 'vite.config.ts'), outDir },
  });
  worker.on('message', onStep);
  worker.on('error', reject);
  worker.on('exit', (code) => (code === 0 ? resolve() : reject(new Error('The build ended early.'))));
  return promise;
}

/** Hashes the console's files and the lock file. */
async function hashOfSources(): Promise<string> {
  const entries = await readdir(CONSOLE_SOURCES, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(LOCK + sep) && !file.startsWith(CONSOLE_DIST + sep));
  const hash = createHash('sha256');
  for (const file of [...files.sort(), join(CONSOLE_SOURCES, '..', 'package-lock.json')]) {
    hash.update(file.slice(CONSOLE_SOURCES.length)).update('\0');
    hash.update(await readFile(file).catch(() => ''));
  }
  return hash.digest('hex');
}
