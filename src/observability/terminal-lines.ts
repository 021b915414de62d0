import type { DestinationStream } from 'pino';
import { parseJson } from '../commerce/json/parse-json.ts';
import { cleanShopLine } from '../commerce/text/shop-text.ts';

const SIGNS: readonly [level: number, sign: string][] = [
  [50, '✗'],
  [40, '!'],
  [0, '·'],
];
/** Members that a person at a terminal has no use for. */
const LEFT_OUT = ['level', 'time', 'pid', 'hostname', 'msg'];
const MAX_VALUE = 500;

/** Rewrites the log's JSON lines for a person at a terminal. */
export function createLinesForPeople(to: DestinationStream): DestinationStream {
  return { write: (line) => to.write(`${formatLine(line)}\n`) };
}

function formatLine(line: string): string {
  const entry = parseJson(line) as Record<string, unknown> | undefined;
  if (entry === undefined) return cleanShopLine(line, MAX_VALUE);
  const { level, time, msg } = entry;
  const sign = SIGNS.find(([least]) => Number(level) >= least)?.[1] ?? '·';
  const at = new Date(Number(time)).toTimeString().slice(0, 8);
  const members = Object.entries(entry)
    .filter(([name]) => !LEFT_OUT.includes(name))
    .map(([name, value]) => `${name} ${formatValue(value)}`);
  return [
    sign,
    at,
    cleanShopLine(String(msg ?? ''), MAX_VALUE),
    members.length > 0 ? `(${members.join(', ')})` : '',
  ]
    .filter((each) => each !== '')
    .join(' ');
}

/** Shows an error by its message: output that is sent into a file is JSON, with the stack. */
function formatValue(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'message' in value) return formatValue(value.message);
  return cleanShopLine(typeof value === 'string' ? value : JSON.stringify(value), MAX_VALUE);
}
