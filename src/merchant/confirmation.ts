import { CommerceError } from '../commerce/errors.ts';

/** Throws `invalid_input` unless `confirm` is the text that a person types to confirm a deletion. `meaning`: `the slug of this store`. */
export function requireConfirmation(confirm: string, text: string, meaning: string): void {
  if (confirm === text) return;
  throw new CommerceError('invalid_input', `confirm must be "${text}", ${meaning}.`, {
    details: [{ path: 'confirm', message: `must be "${text}"` }],
  });
}
