import { CommerceError, type WrongCredential } from '../commerce/errors.ts';
import type { AccessDiagnostic } from './store-platform.ts';

/** Takes the first sentence of an error's message as title, the rest as remedy. `names`: credentials by their part. */
export function toProblem(
  error: unknown,
  names: Record<WrongCredential, readonly string[]>,
): AccessDiagnostic {
  if (!(error instanceof CommerceError)) throw error;
  const [, title = error.message, remedy] = error.failure
    ? [null, error.failure.message]
    : (/^(.+?[.:])\s+(\S.*)$/s.exec(error.message) ?? []);
  const fields = error.wrong ? names[error.wrong] : [];
  return {
    level: 'problem',
    title: title.replace(/:$/, '.'),
    ...(remedy ? { remedy: remedy.charAt(0).toUpperCase() + remedy.slice(1) } : {}),
    ...(fields.length > 0 ? { fields } : {}),
  };
}
