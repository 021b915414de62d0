import type { TokenScope } from '../../commerce/merchant/roles.ts';
import { flag, instant, integer, json, oneOf, ref, text, uuid } from './column.ts';
import { declareTable } from './table.ts';

export const accounts = declareTable('accounts', {
  id: uuid,
  name: text,
  /** ASCII in lower case. */
  email: text,
  /** True once its mailbox or an identity provider has proved the address, or an operator has vouched for it. */
  email_verified: flag.default(0),
  /** Grows with each change of the password or the authenticator app, which browsers must sign in with again to be known. */
  credential_epoch: integer.default(0),
  created_at: instant,
}).with({ unique: ['email'] });

/** At most one row, kept when its account is removed: an installation has one first owner, ever. */
export const firstAccount = declareTable('first_account', {
  /** Always 1. */
  number: integer,
  /** The account may have been removed since. */
  account_id: text,
}).with({ key: ['number'] });

export const apiTokens = declareTable('api_tokens', {
  id: uuid,
  account_id: ref('accounts'),
  name: text,
  /** SHA-256 without salt: a token has 256 random bits. */
  token_hash: text.internal,
  /** Null for all stores of the account. */
  store_ids: json<string[]>().optional,
  scope: oneOf<TokenScope>(),
  /** Null: never. */
  expires_at: instant.optional,
  created_at: instant,
  last_used_at: instant.optional,
}).with({ unique: ['token_hash'], indexes: { of: '(account_id)' } });

/** Audit log. `store_id` is no foreign key: a store's entries are erased in batches with the rest of the store. */
export const auditEntries = declareTable('audit_entries', {
  id: uuid,
  at: instant,
  store_id: text.optional,
  account_id: text.optional,
  /** Set for entries of an organization's log. */
  organization_id: text.optional,
  /** E-mail address, `command line` or `plugin`. */
  actor: text,
  /** Name of the person at that time. */
  actor_name: text.optional,
  /** Name of the account's token that the change was made with, at that time. */
  token_name: text.optional,
  action: text,
  /** Never a secret. */
  details: json<Record<string, unknown>>(),
}).with({
  acrossStores: 'entries of organizations and accounts have no store',
  indexes: { of_store: '(store_id, at)', organization: '(organization_id, at)' },
});

/** Counts of sign-in, pairing and other throttles. */
export const attempts = declareTable('attempts', {
  /** Keyed hash: buckets contain addresses. */
  bucket: text,
  /** Empty for the count of a whole window; an id for a single attempt, which is counted from any instant. */
  single: text.default(''),
  count: integer.default(1),
  ends_at: instant,
}).with({ key: ['bucket', 'single'], indexes: { age: '(ends_at)' } });
