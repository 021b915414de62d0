import { accounts, apiTokens, attempts, auditEntries, firstAccount, mailOutbox } from './accounts.ts';
import {
  dailyCounts,
  logSizes,
  rateWindows,
  requestContents,
  requestLog,
  shopOrderDays,
} from './activity.ts';
import { catalogImports, catalogSizes, products, productVariants } from './catalog.ts';
import { eventEndpoints, outboxMessages, webhookDeliveries } from './events.ts';
import { healthChanges, storeHealth } from './health.ts';
import { jobQueues, jobs, organizationQueues, outages } from './jobs.ts';
import { installationKeys, signingKeys } from './keys.ts';
import { invitations, memberships, organizations, storeTransfers } from './organizations.ts';
import { pairingAttempts, pairingCodes, pairings, unpairNotifications } from './pairing.ts';
import { carts, checkoutSessions, idempotencyRecords, orderEvents, orders } from './shopping.ts';
import {
  accountIdentities,
  accountPasswords,
  accountSessions,
  oneTimeLinks,
  passkeys,
  recoveryCodes,
  secondFactors,
} from './sign-in.ts';
import { customDomains, retiredSlugs, storeMilestones, stores } from './stores.ts';
import type { RecordOf, RowType } from './table.ts';

/** All tables, referenced ones first. */
export const TABLES = {
  stores,
  store_milestones: storeMilestones,
  retired_slugs: retiredSlugs,
  custom_domains: customDomains,
  accounts,
  first_account: firstAccount,
  api_tokens: apiTokens,
  audit_entries: auditEntries,
  mail_outbox: mailOutbox,
  attempts,
  account_sessions: accountSessions,
  account_passwords: accountPasswords,
  one_time_links: oneTimeLinks,
  second_factors: secondFactors,
  recovery_codes: recoveryCodes,
  passkeys,
  account_identities: accountIdentities,
  organizations,
  memberships,
  invitations,
  store_transfers: storeTransfers,
  pairing_codes: pairingCodes,
  pairing_attempts: pairingAttempts,
  pairings,
  unpair_notifications: unpairNotifications,
  checkout_sessions: checkoutSessions,
  carts,
  orders,
  order_events: orderEvents,
  idempotency_records: idempotencyRecords,
  products,
  product_variants: productVariants,
  catalog_imports: catalogImports,
  catalog_sizes: catalogSizes,
  event_endpoints: eventEndpoints,
  outbox_messages: outboxMessages,
  webhook_deliveries: webhookDeliveries,
  jobs,
  job_queues: jobQueues,
  organization_queues: organizationQueues,
  outages,
  store_health: storeHealth,
  health_changes: healthChanges,
  request_log: requestLog,
  request_contents: requestContents,
  log_sizes: logSizes,
  rate_windows: rateWindows,
  daily_counts: dailyCounts,
  shop_order_days: shopOrderDays,
  signing_keys: signingKeys,
  installation_keys: installationKeys,
} as const;

/** Row types of the database. */
export type Tables = { [Name in keyof typeof TABLES]: RowType<(typeof TABLES)[Name]['columns']> };

/** Record of a whole row in the domain, without what is sealed. */
export type TableRecord<Name extends keyof Tables> = RecordOf<
  (typeof TABLES)[Name]['columns'],
  Tables[Name],
  'value'
>;
