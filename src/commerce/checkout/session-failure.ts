import { CommerceError } from '../errors.ts';
import { redactText } from '../text/redact.ts';
import { toVisibleText } from '../text/visible-text.ts';

export interface SessionFailure {
  /** Id of the request that failed; null where it is not logged. */
  requestId: string | null;
  /** An `ErrorKind`, or `internal_error`. */
  code: string;
  message: string;
  /** As the agent requested them. */
  lines: { itemId: string; quantity: number }[];
}

const MAX_MESSAGE_LENGTH = 500;
const MAX_ITEM_ID_LENGTH = 200;

/** Drops the text of unexpected errors, and secrets and invisible characters of all others. */
export function toSessionFailure(error: unknown, request: Pick<SessionFailure, 'requestId' | 'lines'>) {
  const cause =
    error instanceof CommerceError ? error : { kind: 'internal_error', message: 'Internal error' };
  return {
    requestId: request.requestId,
    code: cause.kind,
    message: toReadable(cause.message, MAX_MESSAGE_LENGTH),
    lines: request.lines.map((line) => ({ ...line, itemId: toReadable(line.itemId, MAX_ITEM_ID_LENGTH) })),
  };
}

/** Cuts before it redacts: a long text must not block the process. */
function toReadable(text: string, length: number): string {
  return redactText(toVisibleText(text.slice(0, length)));
}
