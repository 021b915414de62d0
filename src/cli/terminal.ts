import { styleText } from 'node:util';

// A reader that closes the pipe early, such as head, is no failure; a service goes on without its output.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

/** Styles a text for a terminal. NO_COLOR wins over FORCE_COLOR, which test runners set. */
export function paint(style: Parameters<typeof styleText>[0], text: string): string {
  return process.env.NO_COLOR ? text : styleText(style, text);
}

/** Result of a command, printed as text or, with `--json`, as data. */
export interface Outcome {
  data: unknown;
  text: string;
}

export function done(data: unknown, text: string): Outcome {
  return { data, text: `${paint('green', '✓')} ${text}` };
}

export function say(text: string): void {
  process.stdout.write(`${harmless(text)}\n`);
}

export function sayError(text: string): void {
  process.stderr.write(`${paint('red', '✗')} ${harmless(text)}\n`);
}

export function sayWarning(text: string): void {
  process.stderr.write(`${paint('yellow', '!')} ${harmless(text)}\n`);
}

/** Control characters except tabs, line ends and the colors that the commands use. */
const STEERING = /[\p{Cc}\u2028\u2029](\[(?:0|1|2|22|3[0-7]|39|9[0-7])m)?/gu;
const ESCAPE = '\u001b';

/** Escapes control characters, which names and responses of shops may contain. The escapes are valid in JSON. */
export function harmless(text: string): string {
  return text.replaceAll(STEERING, (found: string, colour = '') => {
    const isOurs = found === ESCAPE + colour ? colour !== '' : /^[\n\t]/.test(found);
    return isOurs ? found : escaped(found) + colour;
  });
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
