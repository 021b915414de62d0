import { once } from 'node:events';
import { open, rename, rm } from 'node:fs/promises';
import type { AtStore } from '../merchant/at-store.ts';
import { exportText, recordExport } from '../merchant/stores/export.ts';
import type { Config } from '../settings/config.ts';
import type { JsonOption } from './declare.ts';
import { UsageError } from './errors.ts';
import { asOperator, onService } from './on-service.ts';
import { paint, say } from './terminal.ts';

export async function exportStore(
  config: Config,
  slug: string,
  { out, json }: JsonOption & { out?: string },
): Promise<void> {
  await onService(config, async (service) => {
    const at = await asOperator(service, slug);
    await recordExport(at);
    if (out === undefined) return toOutput(at);
    const bytes = await toFile(at, out);
    if (json) return say(JSON.stringify({ slug, file: out, bytes }));
    say(`${paint('green', '✓')} ${paint('bold', slug)} is in ${out} (${bytes.toLocaleString('en')} bytes).`);
  });
}

/** Ends early, without an error, when the reader closes the pipe. */
async function toOutput(at: AtStore): Promise<void> {
  for await (const text of exportText(at)) {
    if (process.stdout.write(text)) continue;
    const readOn = await once(process.stdout, 'drain').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
    if (!readOn) return;
  }
}

/** Writes a temporary file and renames it, so that a partial export never appears. Returns its size. */
async function toFile(at: AtStore, out: string): Promise<number> {
  const draft = `${out}.${process.pid}.part`;
  try {
    const file = await open(draft, 'wx', 0o600);
    let bytes = 0;
    try {
      for await (const text of exportText(at)) bytes += (await file.write(text)).bytesWritten;
    } finally {
      await file.close();
    }
    await rename(draft, out);
    return bytes;
  } catch (error) {
    await rm(draft, { force: true });
    if (error instanceof Error && 'code' in error) {
      throw new UsageError(`${out} cannot be written: ${error.message}`);
    }
    throw error;
  }
}
