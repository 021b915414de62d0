import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Package, installed as `npm install ucp-host` does it. */
export interface InstalledPackage {
  /** Folder that was empty before. */
  folder: string;
  /** The `ucp-host` command. */
  command: string;
  env: NodeJS.ProcessEnv;
  remove(): Promise<void>;
}

/** Environment of a shell without settings of the service, and with the Node of this process before any other. */
function shell(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return { PATH: `${dirname(process.execPath)}:${PATH}`, HOME, TMPDIR, NODE_COMPILE_CACHE, NO_COLOR: '1' };
}

/**
 * Installs the packed repository, or the file that PACKED_PACKAGE names, into an empty folder. npm is offline with an empty cache:
 * nothing else comes.
 */
export async function installPackage(): Promise<InstalledPackage> {
  const root = await mkdtemp(join(tmpdir(), 'ucp-host-package-'));
  const folder = join(root, 'empty');
  await mkdir(folder);
  const env = shell();
  const packed = process.env.PACKED_PACKAGE ?? (await pack(root, env));
  const alone = ['--offline', '--omit=dev', '--no-audit', '--no-fund', '--cache', join(root, 'cache')];
  await run('npm', ['install', ...alone, packed], { cwd: folder, env, timeout: 300_000 });
  return {
    folder,
    command: join(folder, 'node_modules/.bin/ucp-host'),
    env,
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

async function pack(folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  await run('npm', ['pack', '--pack-destination', folder], { env, timeout: 300_000 });
  const packed = (await readdir(folder)).find((file) => file.endsWith('.tgz'));
  return join(folder, packed ?? assert.fail('nothing was packed'));
}

/** Sizes in bytes of all files of a folder by their paths in it. */
export async function sizesIn(folder: string): Promise<Map<string, number>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = files.map(async (file) => [file.slice(folder.length + 1), (await stat(file)).size] as const);
  return new Map(await Promise.all(sizes));
}
