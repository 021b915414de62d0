import { styleText } from 'node:util';
import { say } from '../../src/cli/shell/terminal.ts';

/** Result of a step; `note` is shown in the table. */
export interface Entry {
  step: string;
  ok: boolean;
  note: string;
  seconds: number;
}

export type Ledger = ReturnType<typeof ledger>;

/** Runs steps in order; a failed one is recorded and the next one runs. */
export function ledger() {
  const entries: Entry[] = [];
  return {
    entries,
    /** Records what `work` returns. Undefined when it failed. */
    async step(step: string, work: () => Promise<string | undefined>): Promise<boolean> {
      const began = performance.now();
      const outcome = await work().then(
        (note) => ({ ok: true, note: note ?? '' }),
        (error: unknown) => ({ ok: false, note: firstLine(error) }),
      );
      const seconds = Math.round((performance.now() - began) / 100) / 10;
      entries.push({ step, ...outcome, seconds });
      const mark = outcome.ok ? styleText('green', '✓') : styleText('red', '✗');
      say(`${mark} ${step} ${styleText('dim', `${outcome.note} (${seconds} s)`)}`);
      return outcome.ok;
    },
  };
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const lines = message.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(0, 6).join(' · ').slice(0, 400);
}
