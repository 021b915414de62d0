import { CommerceError } from '../commerce/errors.ts';
import type { AccessDiagnostic } from './store-platform.ts';

/** A failure in the words that it has: its first sentence says what is wrong, the others what to do. */
export function problemOf(error: unknown): AccessDiagnostic {
  if (!(error instanceof CommerceError)) throw error;
  const [, title = error.message, remedy] = /^(.+?[.:])\s+(\S.*)$/s.exec(error.message) ?? [];
  return {
    level: 'problem',
    title: title.replace(/:$/, '.'),
    ...(remedy ? { remedy: capital(remedy) } : {}),
  };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
