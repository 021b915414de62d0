import { toConflictError } from '../errors.ts';

const MAX_PASSKEYS = 20;

/** Throws `conflict` for an account that has as many passkeys as it may. */
export function admitPasskey(earlier: number): void {
  if (earlier >= MAX_PASSKEYS)
    throw toConflictError(`An account has at most ${MAX_PASSKEYS} passkeys. Remove one first.`);
}
