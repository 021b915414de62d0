import { type JsonOption, paint } from './terminal.ts';

const WIDTH = 30;

export interface Progress {
  done: number;
  /** Null or 0: unknown. */
  total: number | null;
}

/** Shows the progress of work on a line of the terminal. */
export function withProgressBar<Result>(
  { name, things, ...options }: JsonOption & { name: string; things: string },
  work: (show: (progress: Progress) => void) => Promise<Result>,
): Promise<Result> {
  return withTerminalLine(options, (write) =>
    work(({ done, total }) => {
      const count = done.toLocaleString('en');
      if (total === null || total === 0) return write(`${name}  ${count} ${things} …`);
      const filled = Math.min(WIDTH, Math.round((done / total) * WIDTH));
      const bar = paint('green', '█'.repeat(filled)) + paint('dim', '░'.repeat(WIDTH - filled));
      write(`${name}  ${bar}  ${count} of ${total.toLocaleString('en')} ${things}`);
    }),
  );
}

/** Gives work a line of the terminal to rewrite, which is empty afterwards. Elsewhere, and beside JSON, nothing is written. */
export async function withTerminalLine<Result>(
  { json = false }: JsonOption,
  work: (write: (text: string) => void) => Promise<Result>,
): Promise<Result> {
  const writes = !json && process.stdout.isTTY === true;
  const write = (text: string) => void (writes && process.stdout.write(`\r\u001b[2K${text}`));
  try {
    return await work((text) => write(`  ${text}`));
  } finally {
    write('');
  }
}
