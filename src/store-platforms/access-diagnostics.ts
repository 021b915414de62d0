import { CommerceError } from '../commerce/errors.ts';
import type { AccessDiagnostic } from './store-platform.ts';

/** Splits an error's message: its first sentence is the title, the rest the remedy. */
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
