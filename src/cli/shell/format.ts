import { Help } from 'commander';
import { cleanShopLine } from '../../commerce/text/shop-text.ts';
import type { Diagnostic } from '../../merchant/discovery/diagnostic.ts';
import { paint } from './terminal.ts';

const GAP = 2;

type Row = readonly string[];

/** Aligns rows without control characters. In a terminal (`columns`) the widest columns but the first are shortened until a row fits. */
export function formatColumns(head: Row, texts: readonly Row[], columns = process.stdout.columns): string {
  const rows = texts.map((cells) => cells.map((cell) => cell.replaceAll(STEERING, ' ')));
  const whole = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => displayWidth(row[column] ?? ''))),
  );
  const widths = columns === undefined ? whole : fitWidths(whole, columns - GAP * (head.length - 1));
  const formatLine = (cells: readonly string[]) => {
    const padded = cells.map((cell, column) => {
      const width = widths[column] ?? 0;
      const text = displayWidth(cell) > width ? shortenCell(cell, width) : cell;
      return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
    });
    return padded.join(' '.repeat(GAP)).trimEnd();
  };
  return [paint('dim', formatLine(head)), ...rows.map(formatLine)].join('\n');
}

const MIN_WIDTH = 6;

/** Takes from the widest column, one character at a time; the first names the row to other commands, and stays whole. */
function fitWidths([name = 0, ...whole]: readonly number[], room: number): number[] {
  const widths = [...whole];
  for (let excess = widths.reduce((sum, width) => sum + width, name) - room; excess > 0; excess -= 1) {
    const widest = Math.max(...widths);
    if (widest <= MIN_WIDTH) break;
    widths[widths.lastIndexOf(widest)] = widest - 1;
  }
  return [name, ...widths];
}

function shortenCell(cell: string, width: number): string {
  let text = '';
  for (const { segment } of graphemes.segment(cell)) {
    if (displayWidth(text + segment) > width - 1) break;
    text += segment;
  }
  return `${text}…`;
}

const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\uff01-\uff60]/u;
const graphemes = new Intl.Segmenter();

/** Columns that a text takes: Chinese, Japanese and Korean letters and emoji take two. */
function displayWidth(text: string): number {
  return [...graphemes.segment(text)].reduce((sum, { segment }) => sum + (WIDE.test(segment) ? 2 : 1), 0);
}

/** Breaks a text at spaces to fit the terminal, with every line indented. */
export function wrapText(text: string, indent: number): string {
  const width = Math.min(process.stdout.columns ?? 80, 100) - indent;
  return new Help().boxWrap(text, width).replaceAll(/^/gm, ' '.repeat(indent));
}

/** Control characters (C0, DEL, C1), line separators and bidirectional controls, which texts of a merchant or shop may hold. */
const STEERING = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;

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
    const lines = [texts.title, texts.cause, texts.remedy].map(
      (text) => text && cleanShopLine(text, MAX_TEXT),
    );
    const [title = '', cause, remedy] = lines;
    return [
      `${SIGNS[level]} ${level === 'ok' ? title : paint('bold', title)}`,
      ...(cause ? [`    ${cause}`] : []),
      ...(remedy ? [`    ${paint('cyan', '→')} ${remedy}`] : []),
    ].join('\n');
  });
  return blocks.join('\n');
}

/** Returns a count with its noun: `1 product`, `2,000 products`. */
export function countText(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
