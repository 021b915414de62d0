import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** File of the built console in memory; read and compressed when it is first asked for. */
export interface ConsoleFile {
  type: string;
  body: Buffer;
  /** Absent unless smaller. */
  gzipped: Buffer | undefined;
  etag: string;
  /** True for names with a content hash. */
  immutable: boolean;
}

/** Readers of files by their path below /console/. */
export type ConsoleFiles = ReadonlyMap<string, () => Promise<ConsoleFile>>;

/** Lists the built console once; undefined while it is not built. */
export type ConsoleAssets = () => Promise<ConsoleFiles | undefined>;

/** Served file types; other files in the folder are ignored. */
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

export function consoleAssets(folder: string): ConsoleAssets {
  let reading: Promise<ConsoleFiles | undefined> | undefined;
  return async () => {
    reading ??= listFiles(folder);
    const files = await reading;
    if (!files) reading = undefined;
    return files;
  };
}

async function listFiles(folder: string): Promise<ConsoleFiles | undefined> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = new Map<string, () => Promise<ConsoleFile>>();
  for (const entry of entries) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const address = join(entry.parentPath, entry.name);
    const path = relative(folder, address).split(sep).join('/');
    let reading: Promise<ConsoleFile> | undefined;
    files.set(path, () => {
      reading ??= readFile(address).then((body) => consoleFile(path, type, body));
      return reading;
    });
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
