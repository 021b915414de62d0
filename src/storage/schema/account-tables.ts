import type { Generated } from 'kysely';

/** A merchant. Written here; read by better-auth too, as are sessions and passwords. */
interface AccountsTable {
  id: string;
  name: string;
  /** Lower case. */
  email: string;
  email_verified: number;
  /** Grows with each change of the password or the authenticator app, which browsers must sign in with again to be known. */
  credential_epoch: Generated<number>;
  image: string | null;
  created_at: string;
  updated_at: string;
}

/** At most one row, kept when its account is removed: an installation has one first owner, ever. */
interface FirstAccountTable {
  /** Always 1. */
  number: number;
  /** The account may have been removed since. */
  account_id: string;
}

/** The cookie carries the token and its signature: a token read from the database is no session. */
interface AccountSessionsTable {
  id: string;
  account_id: string;
  token: string;
  user_agent: string | null;
  expires_at: string;
  created_at: string;
  /** To some minutes; null before the first use. */
  last_used_at: string | null;
}

interface AccountPasswordsTable {
  id: string;
  account_id: string;
  /** Always `credential`. */
  provider: string;
  provider_account_id: string;
  /** Hashed by scrypt. */
  password: string | null;
  created_at: string;
  updated_at: string;
}

/** Mails to send, and for some days the ids of mails that are done. */
interface MailOutboxTable {
  /** Key of the sender: a mail that is added again is sent once. */
  id: string;
  /** Organization that the mail counts for; the mail's own id without one. */
  organization_id: string;
  /** Sealed JSON; null once sent or given up. */
  content: string | null;
  attempts: number;
  /** Null once sent or given up. */
  next_attempt_at: string | null;
  expires_at: string;
  created_at: string;
}

/** Links that work once: they reset a password, or make an account. */
interface OneTimeLinksTable {
  id: string;
  purpose: string;
  /** SHA-256 without salt: a token has 256 random bits. */
  token_hash: string;
  /** Set for links that reset a password. */
  account_id: string | null;
  /** Address of a person who signs up, in lower case. */
  email: string | null;
  /** 1 for a link that only the mailbox of the address has got: using it proves the address. */
  is_mailed: Generated<number>;
  expires_at: string;
  created_at: string;
}

/** Authenticator apps (TOTP). */
interface SecondFactorsTable {
  account_id: string;
  /** Sealed. */
  secret: string;
  /** Time step of the last accepted code: a code works once. */
  last_step: Generated<number>;
  /** Null until the first code: not asked for at sign-in before. */
  confirmed_at: string | null;
  created_at: string;
}

interface RecoveryCodesTable {
  account_id: string;
  /** Keyed hash. The row is deleted when the code is used. */
  code_hash: string;
}

/** Written by better-auth, except for `last_used_at`. */
interface PasskeysTable {
  id: string;
  account_id: string;
  name: string | null;
  credential_id: string;
  public_key: string;
  counter: number;
  device_type: string;
  backed_up: number;
  transports: string | null;
  aaguid: string | null;
  created_at: string | null;
  last_used_at: string | null;
}

/** Accounts at an OpenID Connect provider that sign in here. */
interface AccountIdentitiesTable {
  issuer: string;
  /** The provider's id of the person, which outlives changes of the e-mail address. */
  subject: string;
  account_id: string;
  created_at: string;
}

/** Owns stores. A merchant alone has one with a single member. */
interface OrganizationsTable {
  id: string;
  name: string;
  /** JSON: limits that an operator has set in place of the installation's; null for none. */
  limits: string | null;
  created_at: string;
  /** Written first by each change of members, which thereby wait for each other. */
  updated_at: string;
}

interface MembershipsTable {
  organization_id: string;
  account_id: string;
  /** `owner`, `admin`, `developer` or `analyst`. */
  role: string;
  created_at: string;
}

/** Open invitations; accepting one deletes it. */
interface InvitationsTable {
  id: string;
  organization_id: string;
  /** Lower case. */
  email: string;
  role: string;
  /** SHA-256 without salt: the link's token has 256 random bits. */
  token_hash: string;
  /** Account id. */
  invited_by: string;
  /** 1 for a link that only the mailbox of the address has got: using it proves the address. */
  is_mailed: Generated<number>;
  created_at: string;
  expires_at: string;
}

/** Offers of a store to another organization; accepting one deletes it. */
interface StoreTransfersTable {
  store_id: string;
  /** Organization that offers the store. */
  organization_id: string;
  /** SHA-256 without salt, as of invitations. */
  token_hash: string;
  offered_by: string;
  created_at: string;
  expires_at: string;
}

interface ApiTokensTable {
  id: string;
  account_id: string;
  name: string;
  /** SHA-256 without salt: a token has 256 random bits. */
  token_hash: string;
  /** JSON: string[]; null for all stores of the account. */
  store_ids: string | null;
  /** `read` or `manage`. */
  scope: Generated<string>;
  /** Null: never. */
  expires_at: string | null;
  created_at: string;
  last_used_at: string | null;
}

/** Counters of sign-in and other throttles. */
interface AttemptsTable {
  /** Hash: buckets contain addresses. */
  bucket: string;
  count: number;
  ends_at: string;
}

/** Audit log. `store_id` is no foreign key: a store's entries are erased in batches with the rest of the store. */
interface AuditEntriesTable {
  id: string;
  store_id: string | null;
  account_id: string | null;
  /** Set for entries of an organization's log. */
  organization_id: string | null;
  /** E-mail address, `command line` or `plugin`. */
  actor: string;
  /** Name of the person at that time. */
  actor_name: string | null;
  action: string;
  /** JSON; never a secret. */
  details: string;
  at: string;
}

/** Slugs of deleted stores, reserved for their organization. */
interface RetiredSlugsTable {
  slug: string;
  organization_id: string | null;
  retired_at: string;
}

interface StoreMilestonesTable {
  store_id: string;
  milestone: string;
  at: string;
}

/** Domains that merchants claim. Several stores may claim a domain; one at most has verified it. */
interface CustomDomainsTable {
  id: string;
  store_id: string;
  /** Lower case, punycode, without a trailing dot. */
  name: string;
  /** Content of the DNS record: public, hence not sealed. */
  token: string;
  created_at: string;
  verified_at: string | null;
  checked_at: string | null;
  /** Start of the grace period of a verified domain whose record is gone. */
  missing_since: string | null;
  lost_at: string | null;
  leads_here: number;
  /** Sentence that says why the domain does not lead to this service. */
  error: string | null;
}

interface PairingCodesTable {
  id: string;
  /** Keyed hash: six digits could be found by trying all. */
  code_hash: string;
  /** Account that created the code; null for an operator's. */
  account_id: string | null;
  /** Future organization of the store; null for none. */
  organization_id: string | null;
  status: string;
  /** 1 for ten minutes, whatever the status: no two live codes have the same digits. */
  live: number;
  /** Attempts with the right code by sites that could not be verified. */
  attempts: number;
  /** JSON: refusal of the last attempt. */
  refusal: string | null;
  store_id: string | null;
  /** Keyed hash of the site that paired: only that site may repeat the request. */
  paired_by: string | null;
  lease_owner: string | null;
  lease_expires_at: string | null;
  expires_at: string;
  created_at: string;
}

/** Failed attempts of the last minutes. */
interface PairingAttemptsTable {
  id: string;
  /** Keyed hashes: addresses are personal data. */
  address_hash: string;
  site_hash: string;
  at: string;
}

interface PairingsTable {
  store_id: string;
  /** Keyed hash; a site has one pairing. */
  site_hash: string;
  site_url: string;
  /** Hash of the plugin's token for this service, 32 random bytes. */
  service_token_hash: string;
  /** Sealed token of the site. */
  connector_token: string;
  /** JSON. */
  versions: string;
  paired_at: string;
}

/** Sites that are to be notified of their unpairing; their stores may be erased already. */
interface UnpairNotificationsTable {
  id: string;
  /** Organization of the store; the notification's own id without one. */
  organization_id: string;
  platform: string;
  /** Sealed; deleted with the row once the site has confirmed. */
  credentials: string;
  attempts: number;
  next_attempt_at: string;
  created_at: string;
}

export interface AccountTables {
  accounts: AccountsTable;
  first_account: FirstAccountTable;
  organizations: OrganizationsTable;
  memberships: MembershipsTable;
  invitations: InvitationsTable;
  store_transfers: StoreTransfersTable;
  account_sessions: AccountSessionsTable;
  account_passwords: AccountPasswordsTable;
  mail_outbox: MailOutboxTable;
  one_time_links: OneTimeLinksTable;
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
  passkeys: PasskeysTable;
  account_identities: AccountIdentitiesTable;
  api_tokens: ApiTokensTable;
  attempts: AttemptsTable;
  audit_entries: AuditEntriesTable;
  retired_slugs: RetiredSlugsTable;
  store_milestones: StoreMilestonesTable;
  custom_domains: CustomDomainsTable;
  pairing_codes: PairingCodesTable;
  pairing_attempts: PairingAttemptsTable;
  pairings: PairingsTable;
  unpair_notifications: UnpairNotificationsTable;
}
