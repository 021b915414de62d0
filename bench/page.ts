/** Returns a Markdown table with text in the first column and figures in the others. */
export function table(head: string[], rows: string[][]): string[] {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)];
}

export function whole(value: number): string {
  if (Number.isNaN(value)) return UNKNOWN;
  return Math.round(value).toLocaleString('en-US');
}

/** Placeholder for a figure that this system does not report. */
const UNKNOWN = 'unknown';

/** Two significant digits, the precision of sums of measured figures. */
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
