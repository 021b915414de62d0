import { cleanShopLine } from '../../commerce/text/shop-text.ts';
import type { Diagnostic } from '../../merchant/discovery/diagnostic.ts';
import { paint } from './terminal.ts';

const SIGNS: Record<Diagnostic['level'], string> = {
  ok: paint('green', '✓'),
  warning: paint('yellow', '!'),
  problem: paint('red', '✗'),
};

/** Longer than any text of the checks, which bound what they quote. */
const MAX_TEXT = 2_000;

/** Prints each text as one line, because it may quote what a host answered, which must not look like another diagnostic. */
export function printDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const blocks = diagnostics.map(({ level, ...texts }) => {
    const [title = '', cause, remedy] = [texts.title, texts.cause, texts.remedy].map(toLine);
    return [
      `${SIGNS[level]} ${level === 'ok' ? title : paint('bold', title)}`,
      ...(cause ? [`    ${cause}`] : []),
      ...(remedy ? [`    ${paint('cyan', '→')} ${remedy}`] : []),
    ].join('\n');
  });
  return blocks.join('\n');
}

function toLine(text: string | undefined): string | undefined {
  return text && cleanShopLine(text, MAX_TEXT);
}
