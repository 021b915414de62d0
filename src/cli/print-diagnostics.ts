import colors from 'picocolors';
import type { Diagnostic, Level } from '../merchants/discovery/diagnostic.ts';

const SIGNS: Record<Level, string> = {
  ok: colors.green('✓'),
  warning: colors.yellow('!'),
  problem: colors.red('✗'),
};

/** Prints each diagnostic with its cause and remedy. */
export function printDiagnostics(findings: readonly Diagnostic[]): string {
  const blocks = findings.map(({ level, title, cause, remedy }) =>
    [
      `${SIGNS[level]} ${level === 'ok' ? title : colors.bold(title)}`,
      ...(cause ? [`    ${cause}`] : []),
      ...(remedy ? [`    ${colors.cyan('→')} ${remedy}`] : []),
    ].join('\n'),
  );
  return blocks.join('\n');
}
