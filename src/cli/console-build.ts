import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { Worker } from 'node:worker_threads';
import { CONSOLE_DIST, CONSOLE_SOURCES } from '../console-folders.ts';

/** Carries the hash of what it was built from. */
const STAMP = 'built-from.txt';

/** True when what is built is what the sources say, or when there are no sources to build from. */
export async function consoleIsFresh(): Promise<boolean> {
  const built = await readFile(join(CONSOLE_DIST, STAMP), 'utf8').catch(() => undefined);
  if (!existsSync(join(CONSOLE_SOURCES, 'index.html'))) return true;
  return built === (await hashOfSources());
}

/**
 * Builds beside what is there and then takes its place, so that two who build at once do not disturb each other. In a thread
 * of its own: agents are served meanwhile. `onStep` hears what is being done.
 */
export async function buildConsole(onStep: (step: string) => void = () => undefined): Promise<void> {
  const hash = await hashOfSources();
  const fresh = `${CONSOLE_DIST}-${process.pid}`;
  try {
    await buildInThread(fresh, onStep);
    await writeFile(join(fresh, STAMP), hash);
    await rm(CONSOLE_DIST, { recursive: true, force: true });
    await rename(fresh, CONSOLE_DIST);
  } finally {
    await rm(fresh, { recursive: true, force: true });
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

/** Of the console's own files and of the versions of everything that it is built with. */
async function hashOfSources(): Promise<string> {
  const entries = await readdir(CONSOLE_SOURCES, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(`${CONSOLE_DIST}-`) && !file.startsWith(CONSOLE_DIST + sep));
  const hash = createHash('sha256');
  for (const file of [...files.sort(), join(CONSOLE_SOURCES, '..', 'package-lock.json')]) {
    hash.update(file.slice(CONSOLE_SOURCES.length)).update('\0');
    hash.update(await readFile(file).catch(() => ''));
  }
  return hash.digest('hex');
}
