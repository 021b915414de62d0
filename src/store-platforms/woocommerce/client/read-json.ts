/** One message of PHP's display_errors, as HTML or as plain text, up to the end of its line. */
const PHP_NOTICE =
  /\s*(?:<br\s*\/?>\s*)?(?:<b>)?(?:PHP )?(?:Warning|Notice|Deprecated)(?:<\/b>)?:\s[^\n]*?\son line (?:<b>)?\d+(?:<\/b>)?(?:<br\s*\/?>)?[ \t\r]*\n/y;

/**
 * Parses an answer of WordPress past what plugins put in front of it: byte order marks, and PHP notices. Nothing is guessed:
 * `body` is undefined unless all that follows the last notice is one complete JSON document. Safe for writes too, which
 * would otherwise be done at the shop and lost here.
 */
export function readJson(text: string): { body: unknown; hasNotices: boolean } {
  const start = endOfNotices(text);
  try {
    const body: unknown = JSON.parse(text.slice(start).replace(/^\uFEFF+/, ''));
    return { body, hasNotices: start > 0 };
  } catch {
    return { body: undefined, hasNotices: start > 0 };
  }
}

function endOfNotices(text: string): number {
  let end = 0;
  for (;;) {
    PHP_NOTICE.lastIndex = end;
    if (!PHP_NOTICE.test(text)) return end;
    end = PHP_NOTICE.lastIndex;
  }
}
