import { CommerceError } from '../errors.ts';

/** Error of a link that works once. */
export function createSpentLinkError(): CommerceError {
  const message = 'was used before or has expired';
  return new CommerceError('invalid_input', `This link ${message}. Ask for a new one.`, {
    details: [{ path: 'token', message }],
  });
}
