import { flag, instant, integer, ref, sealed, text, uuid } from './column.ts';
import { table } from './table.ts';

/** The cookie carries the token and its signature: a token read from the database is no session. */
export const accountSessions = table(
  'account_sessions',
  {
    id: uuid,
    account_id: ref('accounts'),
    token: text,
    user_agent: text.optional,
    expires_at: instant,
    created_at: instant,
    /** To some minutes; null before the first use. */
    last_used_at: instant.optional,
    ip_address: text.optional,
    updated_at: instant,
  },
  {
    unique: ['token'],
    indexes: {
      account_id: '(account_id)',
      expires_at: '(expires_at)',
    },
  },
);

export const accountPasswords = table(
  'account_passwords',
  {
    id: uuid,
    account_id: ref('accounts'),
    /** Always `credential`. */
    provider: text,
    provider_account_id: text,
    /** Hashed by scrypt. */
    password: text.optional,
    created_at: instant,
    updated_at: instant,
    access_token: text.optional,
    access_token_expires_at: instant.optional,
    id_token: text.optional,
    refresh_token: text.optional,
    refresh_token_expires_at: instant.optional,
    scope: text.optional,
  },
  {
    unique: ['provider, provider_account_id'],
    indexes: {
      of: '(account_id)',
    },
  },
);

/** Unused by this service: better-auth expects it. */
export const accountVerifications = table('account_verifications', {
  id: uuid,
  identifier: text,
  value: text,
  expires_at: instant,
  created_at: instant,
  updated_at: instant,
});

/** Links that work once: they reset a password, or make an account. */
export const oneTimeLinks = table(
  'one_time_links',
  {
    id: uuid,
    purpose: text,
    /** SHA-256 without salt: a token has 256 random bits. */
    token_hash: text.internal,
    /** Set for links that reset a password. */
    account_id: ref('accounts').optional,
    /** Address of a person who signs up, in lower case. */
    email: text.optional,
    /** True for a link that only the mailbox of the address has got: using it proves the address. */
    is_mailed: flag.default(0),
    expires_at: instant,
    created_at: instant,
  },
  {
    unique: ['token_hash'],
    indexes: {
      of: '(account_id)',
    },
  },
);

/** Authenticator apps (TOTP). */
export const secondFactors = table(
  'second_factors',
  {
    account_id: ref('accounts'),
    secret: sealed(),
    /** Time step of the last accepted code: a code works once. */
    last_step: integer.default(0),
    /** Null until the first code: not asked for at sign-in before. */
    confirmed_at: instant.optional,
    created_at: instant,
  },
  {
    key: ['account_id'],
  },
);

export const recoveryCodes = table(
  'recovery_codes',
  {
    account_id: ref('accounts'),
    /** Keyed hash. The row is deleted when the code is used. */
    code_hash: text,
  },
  {
    key: ['account_id', 'code_hash'],
  },
);

/** Written by better-auth, except for `last_used_at`. */
export const passkeys = table(
  'passkeys',
  {
    id: uuid,
    account_id: ref('accounts'),
    name: text.optional,
    credential_id: text,
    public_key: text,
    counter: integer,
    device_type: text,
    backed_up: flag,
    transports: text.optional,
    aaguid: text.optional,
    created_at: instant.optional,
    last_used_at: instant.optional,
  },
  {
    unique: ['credential_id'],
    indexes: {
      of: '(account_id)',
    },
  },
);

/** Accounts at an OpenID Connect provider that sign in here. */
export const accountIdentities = table(
  'account_identities',
  {
    issuer: text,
    /** The provider's id of the person, which outlives changes of the e-mail address. */
    subject: text,
    account_id: ref('accounts'),
    created_at: instant,
  },
  {
    key: ['issuer', 'subject'],
    indexes: {
      of: '(account_id)',
    },
  },
);
