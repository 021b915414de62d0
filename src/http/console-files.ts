import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** File of the built console in memory. */
export interface ConsoleFile {
  type: string;
  body: Buffer;
  /** Absent unless smaller. */
  gzipped: Buffer | undefined;
  etag: string;
  /** True for names with a content hash. */
  immutable: boolean;
}

/** Build state of the console, and its files by path below /console/. */
export interface ConsoleAssets {
  /** `absent`: never built. */
  state(): 'absent' | 'building' | 'failed' | 'ready';
  find(path: string): ConsoleFile | undefined;
  /** Stops serving the previous build, whose files are about to be deleted. */
  building(): void;
  failed(): void;
  /** Reads the build into memory; false when there is none. */
  load(): Promise<boolean>;
}

/** Served file types; other files in the folder are ignored. */
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** A build has about 2 MB; far more means a wrong folder. */
const MAX_BYTES = 16 * 1024 * 1024;

export function consoleAssets(folder: string): ConsoleAssets {
  let files: Map<string, ConsoleFile> | undefined;
  let unready: 'absent' | 'building' | 'failed' = 'absent';
  return {
    state: () => (files ? 'ready' : unready),
    find: (path) => files?.get(path),
    building() {
      files = undefined;
      unready = 'building';
    },
    failed() {
      unready = 'failed';
    },
    async load() {
      files = (await readFiles(folder)) ?? files;
      return files !== undefined;
    },
  };
}

async function readFiles(folder: string): Promise<Map<string, ConsoleFile> | undefined> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = new Map<string, ConsoleFile>();
  let bytes = 0;
  for (const entry of entries) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const address = join(entry.parentPath, entry.name);
    const body = await readFile(address);
    bytes += body.length;
    if (bytes > MAX_BYTES) throw new Error(`${folder} is larger than the console can be.`);
    const path = relative(folder, address).split(sep).join('/');
    files.set(path, await consoleFile(path, type, body));
  }
  return files.has('index.html') ? files : undefined;
}

async function consoleFile(path: string, type: string, body: Buffer): Promise<ConsoleFile> {
  const small = await promisify(gzip)(body, { level: 9 });
  return {
    type,
    body,
    gzipped: small.length < body.length ? small : undefined,
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    immutable: path.startsWith('assets/'),
  };
}
