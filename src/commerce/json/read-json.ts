import { parseJson } from './parse-json.ts';

/** Message of PHP's display_errors, as HTML or plain text, to the end of its line. */
const PHP_MESSAGE =
  /\s*(?:<br\s*\/?>\s*)?(?:<b>)?(?:PHP )?(?:Warning|Notice|Deprecated)(?:<\/b>)?:\s[^\n]*?\son line (?:<b>)?\d+(?:<\/b>)?(?:<br\s*\/?>)?[ \t\r]*\n/y;

/**
 * Parses JSON behind byte order marks and PHP messages, which plugins put in front, so that the result of a write is not lost.
 * `body` is undefined unless the rest is one complete JSON document.
 */
export function readJson(text: string): { body: unknown; phpMessages: string } {
  const start = endOfPhpMessages(text);
  return { body: parseJson(text.slice(start).replace(/^\uFEFF+/, '')), phpMessages: text.slice(0, start) };
}

function endOfPhpMessages(text: string): number {
  let end = 0;
  for (;;) {
    PHP_MESSAGE.lastIndex = end;
    if (!PHP_MESSAGE.test(text)) return end;
    end = PHP_MESSAGE.lastIndex;
  }
}
