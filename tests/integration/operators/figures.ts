/** Sample of `/metrics`. */
export type Figure = { name: string; labels: Record<string, string>; value: number };

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** Parses Prometheus' text format. Throws for a malformed line. */
function readFigures(text: string): Figure[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name, labels = '', value] = LINE.exec(line) ?? [];
    if (name === undefined) throw new Error(`no figure: ${line}`);
    const pairs = [...labels.matchAll(LABEL)].map(([, label = '', value = '']) => [label, value]);
    return { name, labels: Object.fromEntries(pairs), value: Number(value) };
  });
}

export async function figuresOf(baseUrl: string): Promise<Figure[]> {
  return readFigures(await (await fetch(`${baseUrl}/metrics`)).text());
}

/** Sums the samples of this name with these labels. */
export function sumOf(figures: readonly Figure[], name: string, labels: Record<string, string> = {}): number {
  const pairs = Object.entries(labels);
  return figures
    .filter(
      (figure) => figure.name === name && pairs.every(([label, value]) => figure.labels[label] === value),
    )
    .reduce((sum, { value }) => sum + value, 0);
}
