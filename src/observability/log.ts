import { type DestinationStream, pino } from 'pino';
import { parseJson } from '../commerce/json/parse-json.ts';
import { cutText, redactText } from '../commerce/text/redact.ts';
import { cleanShopLine } from '../commerce/text/shop-text.ts';

export interface ServiceLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: unknown, message: string): void;
}

export type RequestLogger = ServiceLog & { isLevelEnabled(level: 'info'): boolean };

/** Bytes of lines that wait for an output that stands still, or whose disk is full; further lines are dropped. */
const MAX_UNWRITTEN = 4 * 1024 * 1024;

/** A service that cannot write its log goes on without. */
function openStandardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, maxLength: MAX_UNWRITTEN });
  const flush = output.flushSync.bind(output);
  let isFailing = false;
  output.on('write', () => {
    isFailing = false;
  });
  output.on('error', () => {
    isFailing = true;
  });
  // A process that ends would write to a full disk again and again, for ever.
  output.flushSync = () => isFailing || flush();
  return process.stdout.isTTY ? createLinesForPeople(output) : output;
}

/** Writes JSON lines to standard output, and lines for people to a terminal. Errors lose what may be secret in them. Components may get a single function of it. */
export function createLog(level: string, to = openStandardOutput()): RequestLogger {
  const log = pino({ level, serializers: { err: (error: Error) => toLoggedError(error) } }, to);
  return {
    info: log.info.bind(log),
    warn: log.warn.bind(log),
    error: log.error.bind(log),
    isLevelEnabled: log.isLevelEnabled.bind(log),
  };
}

type LoggedError = { type: string; message: string; code?: string; stack: string; cause?: LoggedError };

const MAX_DEPTH = 3;
const MAX_MESSAGE = 2_000;
const MAX_STACK = 8_000;

/** Reduces an error to safe members for the log. Errors of databases and libraries may carry the rejected values. */
export function toLoggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const { name, message, stack = '', cause } = error;
  const code = 'code' in error && /^[\w.-]{1,64}$/.test(String(error.code)) ? String(error.code) : undefined;
  return {
    type: name,
    message: redactText(cutText(message, MAX_MESSAGE)),
    ...(code === undefined ? {} : { code }),
    stack: redactText(cutText(stack, MAX_STACK)),
    ...(cause instanceof Error && depth < MAX_DEPTH ? { cause: toLoggedError(cause, depth + 1) } : {}),
  };
}

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
  const text = cleanShopLine(String(msg ?? ''), MAX_VALUE);
  const facts = members.length > 0 ? `(${members.join(', ')})` : '';
  return [sign, at, text, facts].filter((part) => part !== '').join(' ');
}

/** Shows an error by its message: output that is sent into a file is JSON, with the stack. */
function formatValue(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'message' in value) return formatValue(value.message);
  return cleanShopLine(typeof value === 'string' ? value : JSON.stringify(value), MAX_VALUE);
}
