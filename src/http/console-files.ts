import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** A file of the built console, kept in memory. */
export interface ConsoleFile {
  type: string;
  body: Buffer;
  /** Absent where it would not be smaller. */
  gzipped: Buffer | undefined;
  etag: string;
  /** True where the name carries a hash of the content. */
  immutable: boolean;
}

/** The console as far as it is there. Files are found by their path below /console/. */
export interface ConsoleAssets {
  /** `absent`: nobody has built it. */
  state(): 'absent' | 'building' | 'failed' | 'ready';
  find(path: string): ConsoleFile | undefined;
  /** Says that somebody builds it: what there was before is not served any more, its parts go away one by one. */
  building(): void;
  failed(): void;
  /** Reads what was built, anew; false when nothing is there. */
  load(): Promise<boolean>;
}

/** What is read into memory, and nothing else in the folder. */
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** The whole is about 2 MB; much more means that this is no console. */
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
    files.set(path, await shelved(path, type, body));
  }
  return files.has('index.html') ? files : undefined;
}

async function shelved(path: string, type: string, body: Buffer): Promise<ConsoleFile> {
  const small = await promisify(gzip)(body, { level: 9 });
  return {
    type,
    body,
    gzipped: small.length < body.length ? small : undefined,
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    immutable: path.startsWith('assets/'),
  };
}
