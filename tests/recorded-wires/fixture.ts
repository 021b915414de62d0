import { readFile, writeFile } from 'node:fs/promises';

const FOLDER = new URL('../fixtures/recorded-wires/', import.meta.url);
const AROUND = 60;

export const UPDATES = process.env.UPDATE_RECORDED_WIRES === '1';

export function writeRecording(name: string, text: string): Promise<void> {
  return writeFile(new URL(`${name}.txt`, FOLDER), text);
}

/** Says where a conversation first differs from its recording; undefined when every byte is the same. */
export async function differenceFrom(name: string, text: string): Promise<string | undefined> {
  const recorded = await readFile(new URL(`${name}.txt`, FOLDER), 'utf8').catch(() => '');
  if (recorded === text) return undefined;
  const [before, now] = [recorded, text].map((each) => each.split(/\n\n(?==== )/));
  const at = now?.findIndex((exchange, index) => exchange !== before?.[index]) ?? 0;
  const index = at === -1 ? (now?.length ?? 0) : at;
  return [
    `${name}.txt, exchange ${index + 1} of ${now?.length}:`,
    ...firstDifference(before?.[index] ?? '(no such exchange)', now?.[index] ?? '(no such exchange)'),
    'See "Recorded wires" in CONTRIBUTING.md.',
  ].join('\n');
}

function firstDifference(recorded: string, now: string): string[] {
  const [before, after] = [recorded.split('\n'), now.split('\n')];
  const line = after.findIndex((each, index) => each !== before[index]);
  const [was = '(nothing)', is = '(nothing)'] =
    line === -1 ? [before[after.length]] : [before[line], after[line]];
  let column = 0;
  while (column < was.length && was[column] === is[column]) column += 1;
  const show = (text: string) => {
    const from = Math.max(0, column - AROUND);
    return (from > 0 ? '…' : '') + text.slice(from, column + AROUND);
  };
  return [now.split('\n')[0] ?? '', `- ${show(was)}`, `+ ${show(is)}`];
}
