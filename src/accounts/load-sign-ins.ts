import type { Database } from '../storage/engine/database.ts';
import type { PasswordHashing, SignIns } from './sign-ins.ts';

interface SignInsOptions {
  database: Database;
  secret: string;
  /** Called at the first sign-in: the URL is final once the service listens. */
  baseUrl: () => string;
  newId: () => string;
  /** Test seam. */
  quickenPasswords?: ((standard: PasswordHashing) => PasswordHashing) | undefined;
}

/** Loads better-auth on first use: it takes longer than the rest of the service. */
export function signIns(options: SignInsOptions): SignIns {
  let loading: Promise<SignIns> | undefined;
  const load = () => {
    loading ??= import('./better-auth.ts').then(({ betterAuthSignIns }) =>
      betterAuthSignIns({ ...options, baseUrl: options.baseUrl() }),
    );
    return loading;
  };
  return {
    hashPassword: async (password) => (await load()).hashPassword(password),
    verifyPassword: async (password, hash) => (await load()).verifyPassword(password, hash),
    begin: async (accountId, userAgent) => (await load()).begin(accountId, userAgent),
    find: async (headers) => (await load()).find(headers),
    prolong: async (headers) => (await load()).prolong(headers),
    end: async (headers) => (await load()).end(headers),
    beginPasskey: async (headers) => (await load()).beginPasskey(headers),
    addPasskey: async (headers, made) => (await load()).addPasskey(headers, made),
    beginPasskeySignIn: async () => (await load()).beginPasskeySignIn(),
    finishPasskeySignIn: async (headers, response) => (await load()).finishPasskeySignIn(headers, response),
  };
}
