/** A Markdown table: its first column is text, the others are figures. */
export function table(head: string[], rows: string[][]): string[] {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)];
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** Two digits that count: what is added up from measured figures is no more certain. */
export function about(value: number): string {
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
