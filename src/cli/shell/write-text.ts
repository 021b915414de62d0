import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { paint, reportDone, UsageError } from './terminal.ts';

type Text = AsyncIterable<string>;

/** Writes the text of a place, such as a store, to a file, or to standard output without one. */
export async function writeText(text: Text, { place = '', out }: { place?: string; out?: string }) {
  if (out === undefined) {
    // Ends early, without an error, when the reader closes the pipe.
    await pipeline(text, process.stdout, { end: false }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
    return undefined;
  }
  const bytes = await toFile(text, out);
  const sentence = `${paint('bold', place)} is in ${out} (${bytes.toLocaleString('en')} bytes).`;
  return reportDone({ slug: place, file: out, bytes }, sentence);
}

/** Writes a temporary file and renames it, so that a partial text never appears. Returns its size. */
async function toFile(text: Text, out: string): Promise<number> {
  const draft = `${out}.${process.pid}.part`;
  const file = createWriteStream(draft, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(text, file);
    await rename(draft, out);
    return file.bytesWritten;
  } catch (error) {
    await rm(draft, { force: true });
    if (error instanceof Error && 'code' in error) {
      throw new UsageError(`${out} cannot be written: ${error.message}`);
    }
    throw error;
  }
}
