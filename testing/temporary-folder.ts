import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder extends AsyncDisposable {
  path: string;
  /** Returns the path of a file in the folder. */
  file(...names: string[]): string;
  close(): Promise<void>;
}

/** Makes an empty folder, which is removed with all that it holds when it is closed. */
export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), 'ucp-host-'));
  const close = () => rm(path, { recursive: true, force: true });
  return { path, file: (...names) => join(path, ...names), close, [Symbol.asyncDispose]: close };
}
