import { styleText } from 'node:util';
import { CommerceError, ConfigError } from '../../commerce/errors.ts';

let needsOutput = true;

// A reader that closes the pipe early, such as head, is no failure.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (!needsOutput || code === 'EPIPE') return;
  sayError(`The output cannot be written: ${code}.`);
  process.exit(1);
});

/** Lets a service go on without its output, such as when the disk under it is full. */
export function outliveOutput(): void {
  needsOutput = false;
}

/** Styles a text for a terminal. NO_COLOR wins over FORCE_COLOR, which test runners set. */
export function paint(style: Parameters<typeof styleText>[0], text: string): string {
  return process.env.NO_COLOR ? text : styleText(style, text);
}

/** Members of every command's options. */
export interface JsonOption {
  json?: boolean | undefined;
}

/** Result of a command, printed as text or, with `--json`, as data. */
export interface Outcome {
  data: unknown;
  text: string;
}

export function reportDone(data: unknown, text: string): Outcome {
  return { data, text: `${paint('green', '✓')} ${text}` };
}

export function say(text: string): void {
  process.stdout.write(`${toHarmless(text)}\n`);
}

export function sayError(text: string): void {
  process.stderr.write(`${paint('red', '✗')} ${toHarmless(text)}\n`);
}

export function sayWarning(text: string): void {
  process.stderr.write(`${paint('yellow', '!')} ${toHarmless(text)}\n`);
}

/** Control characters except tabs, line ends and the colors that the commands use; and line and direction marks. */
const STEERING = /[\p{Cc}\u2028-\u202e\u2066-\u2069](\[(?:0|1|2|22|3[0-7]|39|9[0-7])m)?/gu;
const ESCAPE = '\u001b';

/** Escapes characters that steer a terminal, which names and responses of shops may contain. The escapes are valid in JSON. */
export function toHarmless(text: string): string {
  return text.replaceAll(STEERING, (match: string, colour = '') => {
    const isOurs = match === ESCAPE + colour ? colour !== '' : /^[\n\t]/.test(match);
    return isOurs ? match : `\\u${match.charCodeAt(0).toString(16).padStart(4, '0')}${colour}`;
  });
}

/** Wrong usage: exit code 2, and the message without a stack. */
export class UsageError extends Error {}

/** Prints the message of an expected error and sets the exit code: 2 for usage and settings, else 1. Rethrows all others. */
export function printFailure(error: unknown): void {
  if (!isExpected(error)) throw error;
  sayError(error.message);
  process.exitCode = error instanceof CommerceError ? 1 : 2;
}

/** True for an error whose message is written for the operator; others are printed with their stack. */
export function isExpected(error: unknown): error is Error {
  return [UsageError, ConfigError, CommerceError].some((kind) => error instanceof kind);
}

/** Returns a command as it is typed here: in a checkout by npm's script, under npx by npx, else by the binary. */
export function toTypedCommand(args: string): string {
  return `${TYPED} ${args}`;
}

/** Name of the command in help and completion. */
export const BINARY = 'ucp-host';
const TYPED = getTypedName();

function getTypedName(): string {
  if (import.meta.filename.endsWith('.ts')) return 'npm run -s cli --';
  return process.env.npm_command === 'exec' ? `npx ${BINARY}` : BINARY;
}
