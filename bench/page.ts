/** A Markdown table: its first column is text, the others are figures. */
export function table(head: string[], rows: string[][]): string[] {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)];
}

export function whole(value: number): string {
  if (Number.isNaN(value)) return UNKNOWN;
  return Math.round(value).toLocaleString('en-US');
}

/** What this system does not tell. */
const UNKNOWN = 'unknown';

/** Two digits that count: what is added up from measured figures is no more certain. */
export function about(value: number): string {
  if (Number.isNaN(value)) return UNKNOWN;
  if (value === 0) return '0';
  const digits = Math.max(0, 1 - Math.floor(Math.log10(Math.abs(value))));
  const rounded = Number(value.toPrecision(2));
  return rounded.toLocaleString('en-US', { maximumFractionDigits: digits });
}

export function ms(value: number): string {
  return `${value.toFixed(2)} ms`;
}

export function percent(part: number): string {
  return `${Math.round(part * 100)} %`;
}

export function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`;
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

export function storage(size: number): string {
  if (Number.isNaN(size)) return UNKNOWN;
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, size)) / 3)));
  return `${about(size / 1000 ** power)} ${UNITS[power]}`;
}
