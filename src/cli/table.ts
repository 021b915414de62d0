import colors from 'picocolors';

/** Rows under a head, each column as wide as its widest cell. */
export function inColumns(head: readonly string[], rows: readonly string[][]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [colors.dim(line(head)), ...rows.map(line)].join('\n');
}
