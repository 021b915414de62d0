import { ProtocolError } from '../../protocol-error.ts';

export const MALFORMED = 'malformed_permalink';
export const AMBIGUOUS = 'ambiguous_permalink';
export const TOO_LONG = 'permalink_too_long';

/** A link that cannot be safely interpreted: nothing of it is applied. */
export function malformed(message: string): ProtocolError {
  return new ProtocolError(400, MALFORMED, message);
}

const CONTROL = /\p{Cc}/u;

/** Headers, logs and parsers are to be reached by nothing that is none of text. */
export function isText(value: string): boolean {
  return !CONTROL.test(value) && value.isWellFormed();
}
