import { paint } from './terminal.ts';

const WIDTH = 30;

/** Rewrites one line of the terminal; no-op elsewhere and beside JSON. */
export function progressBar(name: string, json = false) {
  const onTerminal = !json && process.stdout.isTTY === true;
  const write = (text: string) => onTerminal && process.stdout.write(`\r\u001b[2K${text}`);
  return {
    /** `total` null or 0: unknown. */
    show(done: number, total: number | null, things: string) {
      const count = done.toLocaleString('en');
      if (total === null || total === 0) return write(`  ${name}  ${count} ${things} …`);
      const filled = Math.min(WIDTH, Math.round((done / total) * WIDTH));
      const bar = paint('green', '█'.repeat(filled)) + paint('dim', '░'.repeat(WIDTH - filled));
      return write(`  ${name}  ${bar}  ${count} of ${total.toLocaleString('en')} ${things}`);
    },
    clear: () => write(''),
  };
}
