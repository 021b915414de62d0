import { paint } from './terminal.ts';

const WIDTH = 30;

interface Bar {
  name: string;
  /** Things that are counted. */
  things: string;
  /** True beside JSON. */
  json?: boolean | undefined;
}

export interface Progress {
  done: number;
  /** Null or 0: unknown. */
  total: number | null;
}

/** Shows the progress of work on one line of the terminal, which is empty afterwards; nothing elsewhere and beside JSON. */
export async function withProgressBar<Result>(
  { name, things, json = false }: Bar,
  work: (show: (progress: Progress) => void) => Promise<Result>,
): Promise<Result> {
  const onTerminal = !json && process.stdout.isTTY === true;
  const write = (text: string) => void (onTerminal && process.stdout.write(`\r\u001b[2K${text}`));
  const show = ({ done, total }: Progress) => {
    const count = done.toLocaleString('en');
    if (total === null || total === 0) return write(`  ${name}  ${count} ${things} …`);
    const filled = Math.min(WIDTH, Math.round((done / total) * WIDTH));
    const bar = paint('green', '█'.repeat(filled)) + paint('dim', '░'.repeat(WIDTH - filled));
    write(`  ${name}  ${bar}  ${count} of ${total.toLocaleString('en')} ${things}`);
  };
  try {
    return await work(show);
  } finally {
    write('');
  }
}
