import type { Database } from '../storage/engine/database.ts';

/** Passwords and the sessions of browsers. Headers carry the browser's cookie; cookies are whole `Set-Cookie` lines. */
export interface SignIns {
  hashPassword(password: string): Promise<string>;
  /** Undefined for a wrong password and for an unknown e-mail address alike, and as slowly. */
  begin(email: string, password: string): Promise<{ accountId: string; cookies: string[] } | undefined>;
  /** Whose session the cookie is of. */
  find(headers: Headers): Promise<string | undefined>;
  /** The cookies of a session that was prolonged; none most of the time. */
  prolong(headers: Headers): Promise<string[]>;
  /** The cookies that take its cookie away. */
  end(headers: Headers): Promise<string[]>;
  /** Ends all sessions and begins a new one. Undefined when the current password is wrong. */
  changePassword(headers: Headers, change: PasswordChange): Promise<string[] | undefined>;
}

interface PasswordChange {
  current: string;
  wanted: string;
}

interface SignInsOptions {
  database: Database;
  secret: string;
  /** Over https cookies are for https only. Asked for at the first sign-in: it is known for certain once the service listens. */
  baseUrl: () => string;
  newId: () => string;
}

/** better-auth keeps the sessions. It takes longer to load than all the rest, so it is loaded when it is first needed. */
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
