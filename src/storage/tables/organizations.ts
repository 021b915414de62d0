import type { OrganizationLimits } from '../../commerce/merchant/organization-limits.ts';
import type { Role } from '../../commerce/merchant/roles.ts';
import { flag, instant, json, oneOf, ref, text, uuid } from './column.ts';
import { declareTable } from './table.ts';

/** Owns stores. A merchant alone has one with a single member. */
export const organizations = declareTable('organizations', {
  id: uuid,
  name: text,
  /** Limits that an operator has set in place of the installation's; null for none. */
  limits: json<Partial<OrganizationLimits>>().optional,
  created_at: instant,
  /** Written first by each change of members, which thereby wait for each other. */
  updated_at: instant,
});

export const memberships = declareTable('memberships', {
  organization_id: ref('organizations'),
  account_id: ref('accounts'),
  role: oneOf<Role>(),
  created_at: instant,
}).with({ key: ['organization_id', 'account_id'], indexes: { account: '(account_id)' } });

/** Open invitations; accepting one deletes it. */
export const invitations = declareTable('invitations', {
  id: uuid,
  organization_id: ref('organizations'),
  /** Lower case. */
  email: text,
  role: oneOf<Role>(),
  /** SHA-256 without salt: the link's token has 256 random bits. */
  token_hash: text.internal,
  /** Account id. */
  invited_by: ref('accounts'),
  /** True for a link that only the mailbox of the address has got: using it proves the address. */
  is_mailed: flag.default(0),
  created_at: instant,
  expires_at: instant,
}).with({ unique: ['organization_id, email', 'token_hash'] });

/** Offers of a store to another organization; accepting one deletes it. */
export const storeTransfers = declareTable('store_transfers', {
  store_id: text,
  /** Organization that offers the store. */
  organization_id: ref('organizations'),
  /** SHA-256 without salt, as of invitations. */
  token_hash: text.internal,
  offered_by: ref('accounts'),
  created_at: instant,
  expires_at: instant,
}).with({ key: ['store_id'], unique: ['token_hash'], acrossStores: 'the token of the link finds the store' });
