/** Passwords and browser sessions. `headers` carry the browser's cookie; returned cookies are complete `Set-Cookie` lines. */
export interface SignIns {
  hashPassword(password: string): Promise<string>;
  /** Returns false without a hash, after the same time. */
  verifyPassword(password: string, hash: string | undefined): Promise<boolean>;
  /** Begins a session, and returns its cookies. */
  begin(accountId: string, userAgent: string): Promise<string[]>;
  /** Returns the session of the cookie. */
  find(headers: Headers): Promise<FoundSession | undefined>;
  /** Returns the cookies of a renewed session; empty until a renewal is due. */
  prolong(headers: Headers): Promise<string[]>;
  /** Returns the cookies that delete the session's. */
  end(headers: Headers): Promise<string[]>;
  /** Begins to add a passkey to the account of the session. */
  beginPasskey(headers: Headers): Promise<PasskeyChallenge>;
  /** Returns false for a passkey that does not answer the challenge. `headers` carry the browser's `origin`, too. */
  addPasskey(headers: Headers, made: { name: string; response: PasskeyResponse }): Promise<boolean>;
  beginPasskeySignIn(): Promise<PasskeyChallenge>;
  /** Begins a session. Returns undefined for a passkey that is unknown or does not answer the challenge. */
  finishPasskeySignIn(
    headers: Headers,
    response: PasskeyResponse,
  ): Promise<{ accountId: string; cookies: string[] } | undefined>;
}

export interface PasskeyChallenge {
  /** For the browser, in the JSON form of Web Authentication. */
  options: object;
  /** Carry the challenge to the answer. */
  cookies: string[];
}

/** The browser’s credential, in the JSON form of Web Authentication. */
export interface PasskeyResponse {
  id: string;
  [member: string]: unknown;
}

export interface FoundSession {
  id: string;
  accountId: string;
  /** ISO instant; null before the first use. */
  lastUsedAt: string | null;
}

/** Salted hashes of passwords. */
export interface PasswordHashing {
  hash(password: string): Promise<string>;
  verify(given: { password: string; hash: string }): Promise<boolean>;
}
