import { CommerceError } from '../errors.ts';

export function createSpentLinkError(): CommerceError {
  const message = 'was used before or has expired';
  return new CommerceError('invalid_input', `This link ${message}. Ask for a new one.`, {
    details: [{ path: 'token', message }],
  });
}
