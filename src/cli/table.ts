import colors from 'picocolors';

/** Rows under a head, each column as wide as its widest cell. Whoever wrote a cell, it is one line and steers no terminal. */
export function inColumns(head: readonly string[], given: readonly string[][]): string {
  const rows = given.map((cells) => cells.map(onOneLine));
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

/** Control characters (C0, DEL, C1), and those that end a line or turn the direction of text. */
const STEERING = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;

/** Text that a merchant or a shop wrote, as it may be shown in a terminal. */
export function onOneLine(text: string): string {
  return text.replaceAll(STEERING, ' ');
}
