import type { Diagnostic } from '../../merchant/discovery/diagnostic.ts';
import { paint } from './terminal.ts';

const SIGNS: Record<Diagnostic['level'], string> = {
  ok: paint('green', '✓'),
  warning: paint('yellow', '!'),
  problem: paint('red', '✗'),
};

export function printDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const blocks = diagnostics.map(({ level, title, cause, remedy }) =>
    [
      `${SIGNS[level]} ${level === 'ok' ? title : paint('bold', title)}`,
      ...(cause ? [`    ${cause}`] : []),
      ...(remedy ? [`    ${paint('cyan', '→')} ${remedy}`] : []),
    ].join('\n'),
  );
  return blocks.join('\n');
}
