import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { createFirstTables } from './migrations/001-create-stores-sessions-orders.ts';
import { createTasks } from './migrations/002-create-tasks.ts';
import { createCarts } from './migrations/003-create-carts.ts';
import { createProductTables } from './migrations/004-create-products.ts';
import { createWebhookDeliveries } from './migrations/005-create-webhook-deliveries.ts';
import { indexEndedRows } from './migrations/006-index-ended-rows.ts';
import { addOwnersAndAudit } from './migrations/007-add-owners-and-audit.ts';
import { createAccountTables } from './migrations/008-create-accounts.ts';
import { createPairingTables } from './migrations/009-create-pairing.ts';
import { createActivityTables } from './migrations/010-create-activity.ts';
import { addStoreSettings } from './migrations/011-add-store-settings.ts';
import { createRateWindows } from './migrations/012-create-rate-windows.ts';
import { createKeptKeys } from './migrations/013-create-kept-keys.ts';
import { createSigningKeysAndNotices } from './migrations/014-create-signing-keys-and-notices.ts';
import { createIdempotentAnswers } from './migrations/015-create-idempotent-answers.ts';
import { createStoreDomains } from './migrations/016-create-store-domains.ts';
import { addOrderProgress } from './migrations/018-add-order-progress.ts';
import { createQueuesOutagesAndSizes } from './migrations/021-create-job-queues.ts';
import { recordFirstOwnerAndFailures } from './migrations/023-record-first-owner-and-failures.ts';
import { addShopChanges } from './migrations/025-add-shop-changes.ts';
import { renameByGlossary } from './migrations/026-rename-by-glossary.ts';
import { addProductRevisions } from './migrations/027-add-product-revisions.ts';
import { addArgumentRepairs } from './migrations/028-add-argument-repairs.ts';
import { dropProductWords } from './migrations/029-drop-product-words.ts';
import { createStoreHealth } from './migrations/030-create-store-health.ts';
import { addMailAndSecondFactors } from './migrations/032-add-mail-and-second-factors.ts';
import { createOrganizations } from './migrations/033-create-organizations.ts';
import { addStorePolicy } from './migrations/034-add-store-policy.ts';
import { addMailAlerts } from './migrations/035-add-mail-alerts.ts';
import { createEventEndpoints } from './migrations/035-create-event-endpoints.ts';
import { announceChanges } from './migrations/036-announce-changes.ts';
import { addTimeZone } from './migrations/037-add-time-zone.ts';
import { addShopFigures } from './migrations/038-add-shop-figures.ts';
import { addPausedAt } from './migrations/039-add-paused-at.ts';
import { renameLinkContent } from './migrations/040-rename-link-content.ts';
import { indexFaultyStores } from './migrations/042-index-faulty-stores.ts';
import { addZoneOfShopDays } from './migrations/044-add-zone-of-shop-days.ts';
import { subtractRefunds } from './migrations/045-subtract-refunds.ts';
import { serveRoundRobin } from './migrations/046-serve-organizations-round-robin.ts';
import { addOrganizationLimits } from './migrations/047-add-organization-limits.ts';
import { addProofsOfAddresses } from './migrations/048-add-proofs-of-addresses.ts';
import { addPaid } from './migrations/052-add-paid.ts';

/** Append only, and never renamed: databases record these names. A file in `migrations/` holds the code of each. */
export const MIGRATIONS: Record<string, Migration> = {
  '001-stores-sessions-orders': { up: createFirstTables },
  '002-tasks': { up: createTasks },
  '003-carts': { up: createCarts },
  '004-products': { up: createProductTables },
  '005-webhooks': { up: createWebhookDeliveries },
  '006-what-is-over': { up: indexEndedRows },
  '007-merchants': { up: addOwnersAndAudit },
  '008-accounts': { up: createAccountTables },
  '009-pairing': { up: createPairingTables },
  '010-activity': { up: createActivityTables },
  '011-store-settings': { up: addStoreSettings },
  '012-rate-windows': { up: createRateWindows },
  '013-kept-keys': { up: createKeptKeys },
  '014-trust': { up: createSigningKeysAndNotices },
  '015-idempotent-answers': { up: createIdempotentAnswers },
  '016-store-domains': { up: createStoreDomains },
  '018-what-became-of-orders': { up: addOrderProgress },
  '021-job-queues': { up: createQueuesOutagesAndSizes },
  '023-first-owner-and-failures': { up: recordFirstOwnerAndFailures },
  '025-shop-changes': { up: addShopChanges },
  '026-rename-by-glossary': { up: renameByGlossary },
  '027-product-revisions': { up: addProductRevisions },
  '028-argument-repairs': { up: addArgumentRepairs },
  '029-drop-product-words': { up: dropProductWords },
  '030-store-health': { up: createStoreHealth },
  '032-mail-and-second-factors': { up: addMailAndSecondFactors },
  '033-organizations': { up: createOrganizations },
  '034-store-policy': { up: addStorePolicy },
  '035-event-endpoints': { up: createEventEndpoints },
  '035-mail-alerts': { up: addMailAlerts },
  '036-announce-changes': { up: announceChanges },
  '037-time-zone': { up: addTimeZone },
  '038-shop-figures': { up: addShopFigures },
  '039-paused-at': { up: addPausedAt },
  '040-rename-link-content': { up: renameLinkContent },
  '042-index-faulty-stores': { up: indexFaultyStores },
  '044-zone-of-shop-days': { up: addZoneOfShopDays },
  '045-subtract-refunds': { up: subtractRefunds },
  '046-serve-organizations-round-robin': { up: serveRoundRobin },
  '047-organization-limits': { up: addOrganizationLimits },
  '048-proofs-of-addresses': { up: addProofsOfAddresses },
  '052-add-paid': { up: addPaid },
};

/** Runs pending migrations in order, each in a transaction, and returns their names. */
export async function migrate<Tables>(database: Kysely<Tables>): Promise<string[]> {
  const migrator = migratorOf(database);
  // An up-to-date database is not locked: starting a process must not wait for writers.
  if ((await migrator.getMigrations()).every(({ executedAt }) => executedAt !== undefined)) return [];
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw error;
  return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
}

/** Lists all migrations with the ISO instant at which each ran, null for a pending one. */
export async function migrationsOf<Tables>(
  database: Kysely<Tables>,
): Promise<{ name: string; ranAt: string | null }[]> {
  const migrations = await migratorOf(database).getMigrations();
  return migrations.map(({ name, executedAt }) => ({ name, ranAt: executedAt?.toISOString() ?? null }));
}

function migratorOf<Tables>(database: Kysely<Tables>): Migrator {
  return new Migrator({ db: database, provider: { getMigrations: async () => MIGRATIONS } });
}
