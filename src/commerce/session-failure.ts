import { CommerceError } from './errors.ts';
import { redactText } from './redact.ts';
import { visibleText } from './visible-text.ts';

/** Why a checkout session got no cart. */
export interface SessionFailure {
  /** Id of the request whose answer was this error; null where it is not on record. */
  requestId: string | null;
  /** An `ErrorKind`, or `internal_error`. */
  code: string;
  message: string;
  /** As the agent asked for them. */
  lines: { itemId: string; quantity: number }[];
}

const MAX_MESSAGE_LENGTH = 500;
const MAX_ITEM_ID_LENGTH = 200;

/** Keeps nothing of an unexpected error's text, and nothing secret or invisible of any other's. */
export function failureOf(
  error: unknown,
  { requestId, lines }: Pick<SessionFailure, 'requestId' | 'lines'>,
): SessionFailure {
  const told = error instanceof CommerceError ? error : { kind: 'internal_error', message: 'Internal error' };
  return {
    requestId,
    code: told.kind,
    message: readable(told.message, MAX_MESSAGE_LENGTH),
    lines: lines.map(({ itemId, quantity }) => ({ itemId: readable(itemId, MAX_ITEM_ID_LENGTH), quantity })),
  };
}

/** Cut before it is redacted: a long text must not cost the process its time. */
function readable(text: string, length: number): string {
  return redactText(visibleText(text.slice(0, length)));
}
