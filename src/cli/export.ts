import { open, rename, rm } from 'node:fs/promises';
import colors from 'picocolors';
import { exportText, recordExport } from '../api/merchant/export.ts';
import type { AtStore } from '../merchants/at-store.ts';
import { asOperator, onService } from './on-service.ts';
import { say } from './terminal.ts';
import { type Command, JSON_OPTION, readOptions, UsageError } from './usage.ts';

const USAGE = `Exports all data of a store as JSON: its settings, sessions, carts, orders and audit log. It includes the personal data of
orders, but no credentials or other secrets.

  export <slug> [--out <file>] [--json]

      Without --out it is written to standard output. A file is readable by you alone and appears only when complete.
      The service may be running; the export is not one snapshot.`;

export const exportStore: Command = {
  summary: 'Exports all data of a store as JSON.',
  usage: USAGE,
  async run(args, config) {
    const options = { ...JSON_OPTION, out: { type: 'string' } } as const;
    const { values, positionals } = readOptions(args, options, USAGE);
    const [slug = ''] = positionals;
    if (slug === '' || positionals.length !== 1) throw new UsageError(`Name the store.\n\n${USAGE}`);
    await onService(config(), async (service) => {
      const at = await asOperator(service, slug);
      await recordExport(at);
      if (values.out === undefined) return toOutput(at);
      const bytes = await toFile(at, values.out);
      if (values.json) return say(JSON.stringify({ slug, file: values.out, bytes }));
      say(
        `${colors.green('✓')} ${colors.bold(slug)} is in ${values.out} (${bytes.toLocaleString('en')} bytes).`,
      );
    });
  },
};

async function toOutput(at: AtStore): Promise<void> {
  for await (const text of exportText(at)) {
    if (process.stdout.write(text)) continue;
    await new Promise((resolve) => process.stdout.once('drain', resolve));
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
