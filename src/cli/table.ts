import { Help } from 'commander';
import { paint } from './terminal.ts';

/** Formats rows in aligned columns. Control characters in cells are removed. */
export function inColumns(head: readonly string[], given: readonly (readonly string[])[]): string {
  const rows = given.map((cells) => cells.map(onOneLine));
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => displayWidth(row[column] ?? ''))),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - displayWidth(cell))))
      .join('  ')
      .trimEnd();
  return [paint('dim', line(head)), ...rows.map(line)].join('\n');
}

const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\uff01-\uff60]/u;
const graphemes = new Intl.Segmenter();

/** Columns that a text takes: Chinese, Japanese and Korean letters and emoji take two. */
function displayWidth(text: string): number {
  return [...graphemes.segment(text)].reduce((sum, { segment }) => sum + (WIDE.test(segment) ? 2 : 1), 0);
}

/** Breaks a text at spaces to fit the terminal, with every line indented. */
export function wrapped(text: string, indent: number): string {
  const width = Math.min(process.stdout.columns ?? 80, 100) - indent;
  return new Help().boxWrap(text, width).replaceAll(/^/gm, ' '.repeat(indent));
}

/** Control characters (C0, DEL, C1), line separators and bidirectional controls. */
const STEERING = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;

/** Makes text of a merchant or shop safe for a terminal line. */
function onOneLine(text: string): string {
  return text.replaceAll(STEERING, ' ');
}
