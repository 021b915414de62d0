import { flag, instant, integer, ref, sealed, text, uuid } from './column.ts';
import { declareTable } from './table.ts';

export const accountSessions = declareTable('account_sessions', {
  id: uuid,
  account_id: ref('accounts'),
  /** Keyed hash of the token in the cookie: a hash read from the database is no session. */
  token_hash: text.internal,
  user_agent: text,
  expires_at: instant,
  created_at: instant,
  /** To some minutes; null before the first use. */
  last_used_at: instant.optional,
}).with({ unique: ['token_hash'], indexes: { account_id: '(account_id)', expires_at: '(expires_at)' } });

/** An account that signs in by single sign-on only has none. */
export const accountPasswords = declareTable('account_passwords', {
  account_id: ref('accounts'),
  /** scrypt with a salt. */
  password_hash: text.internal,
  updated_at: instant,
}).with({ key: ['account_id'] });

/** Links that work once: they reset a password, make an account, or change its address. */
export const oneTimeLinks = declareTable('one_time_links', {
  id: uuid,
  purpose: text,
  /** SHA-256 without salt: a token has 256 random bits. */
  token_hash: text.internal,
  /** Null for links that make an account. */
  account_id: ref('accounts').optional,
  /** Address of a person who signs up, or new address of the account, in lower case. */
  email: text.optional,
  /** True for a link that only the mailbox of the address has got: using it proves the address. */
  is_mailed: flag.default(0),
  expires_at: instant,
  created_at: instant,
}).with({ unique: ['token_hash'], indexes: { of: '(account_id)' } });

/** Authenticator apps (TOTP). */
export const secondFactors = declareTable('second_factors', {
  account_id: ref('accounts'),
  secret: sealed(),
  /** Time step of the last accepted code: a code works once. */
  last_step: integer.default(0),
  /** Null until the first code: not asked for at sign-in before. */
  confirmed_at: instant.optional,
  created_at: instant,
}).with({ key: ['account_id'] });

export const recoveryCodes = declareTable('recovery_codes', {
  account_id: ref('accounts'),
  /** Keyed hash. The row is deleted when the code is used. */
  code_hash: text,
}).with({ key: ['account_id', 'code_hash'] });

/** Credentials of Web Authentication. */
export const passkeys = declareTable('passkeys', {
  id: uuid,
  account_id: ref('accounts'),
  name: text,
  credential_id: text,
  /** COSE key in base64. */
  public_key: text,
  /** Uses that the device counted; 0 for a device that does not count. */
  counter: integer,
  created_at: instant,
  last_used_at: instant.optional,
}).with({ unique: ['credential_id'], indexes: { of: '(account_id)' } });

/** Accounts at an OpenID Connect provider that sign in here. */
export const accountIdentities = declareTable('account_identities', {
  issuer: text,
  /** The provider's id of the person, which outlives changes of the e-mail address. */
  subject: text,
  account_id: ref('accounts'),
  created_at: instant,
}).with({ key: ['issuer', 'subject'], indexes: { of: '(account_id)' } });
