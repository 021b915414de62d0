import type { Database } from '../storage/engine/database.ts';

/** Passwords and browser sessions. `headers` carry the browser's cookie; returned cookies are complete `Set-Cookie` lines. */
export interface SignIns {
  hashPassword(password: string): Promise<string>;
  /** Returns undefined for a wrong password and for an unknown e-mail address, after the same time. */
  begin(email: string, password: string): Promise<{ accountId: string; cookies: string[] } | undefined>;
  /** Returns the id of the signed-in account. */
  find(headers: Headers): Promise<string | undefined>;
  /** Returns the cookies of a renewed session; empty until a renewal is due. */
  prolong(headers: Headers): Promise<string[]>;
  /** Returns the cookies that delete the session's. */
  end(headers: Headers): Promise<string[]>;
  /** Ends all sessions and starts a new one. Returns undefined for a wrong current password. */
  changePassword(headers: Headers, change: PasswordChange): Promise<string[] | undefined>;
}

interface PasswordChange {
  current: string;
  wanted: string;
}

interface SignInsOptions {
  database: Database;
  secret: string;
  /** Called at the first sign-in: the URL is final once the service listens. */
  baseUrl: () => string;
  newId: () => string;
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
    begin: async (email, password) => (await load()).begin(email, password),
    find: async (headers) => (await load()).find(headers),
    prolong: async (headers) => (await load()).prolong(headers),
    end: async (headers) => (await load()).end(headers),
    changePassword: async (headers, change) => (await load()).changePassword(headers, change),
  };
}
